"""`companion calibrate`: the guided steps in a terminal, and resource dice learned from photos."""
