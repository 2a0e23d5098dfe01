"""A companion for people who play CATAN with cardboard, wooden pieces and real dice."""
