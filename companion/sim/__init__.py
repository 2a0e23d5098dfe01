"""A simulated table: scripted players, the pictures of their island, and a table's observations of both."""
