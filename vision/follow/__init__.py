"""Track a board under a fixed camera: frames in, beliefs about every site out.

The entry point is `BoardTracker`; a `Calibration` describes the table to it.
"""
