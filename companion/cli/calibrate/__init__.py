"""`companion calibrate`: the guided steps in a terminal, and learning resource dice from photos."""
