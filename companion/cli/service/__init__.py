"""`companion install`, and what the service owes systemd: it says how it is, and counts its starts."""
