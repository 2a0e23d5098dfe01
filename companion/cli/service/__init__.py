"""`companion install`, and the service's part for systemd: notifications, and a counter of failed starts."""
