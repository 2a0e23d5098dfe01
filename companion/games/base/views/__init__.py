"""JSON views of the base game for everybody and for one player, without secret information."""
