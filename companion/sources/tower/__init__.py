"""The dice tower: its serial protocol, its source of observations, and simulated towers."""
