"""Floor 2: what the table hears and sees through: the dice tower's serial line, and cameras."""
