"""Creates a table's parts from the command line, the configuration and the calibration."""
