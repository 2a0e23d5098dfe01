"""`companion read`: reads single photos without a calibration."""
