"""Floor 4.2: watchers process camera frames during a game and report observations to the table."""
