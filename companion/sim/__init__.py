"""A simulated table: to_script players, the pictures of their island, and a table's observations of both."""
