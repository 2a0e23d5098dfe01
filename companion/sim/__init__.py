"""A simulated table: people who play, the island they see, and what of it a table would hear."""
