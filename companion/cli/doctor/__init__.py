"""`companion doctor`: what the hardware says of itself, and what is known of the table."""
