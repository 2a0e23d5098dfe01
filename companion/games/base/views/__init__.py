"""What everybody, or one player alone, may see of a base game, as JSON; what nobody may know is left out."""
