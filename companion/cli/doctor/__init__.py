"""`companion doctor`: examines the hardware and reports the table's calibration."""
