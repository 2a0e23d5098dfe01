"""Floor 4.2: who looks through cameras while a game is on, and tells the table what is seen there."""
