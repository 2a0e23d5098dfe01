"""Floor 4: the running session, where sources, tracker and journal meet. No other package starts threads."""
