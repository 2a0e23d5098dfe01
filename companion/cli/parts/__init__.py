"""The parts of a table as command line, configuration and calibration name them, put together."""
