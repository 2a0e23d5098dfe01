"""The steps of the calibration, in the order in which a newcomer is guided through them."""
