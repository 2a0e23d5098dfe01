"""What people enter of a base game, made events, and the place in the story at which these belong."""
