"""Convert user input of the base game into events, and place them in the log."""
