"""Bluetooth dice: their protocols, the two dice of a table as one source, and simulated dice."""
