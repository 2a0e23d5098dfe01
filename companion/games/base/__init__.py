"""CATAN, the base game: rules, belief, tracker, inputs and views."""
