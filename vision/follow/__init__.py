"""Following a board under a fixed camera: frames in, beliefs about every site out.

`BoardTracker` is the door; what it needs to know of the table is a `Calibration`.
"""
