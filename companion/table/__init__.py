"""Floor 4: the running session. Sources, tracker and journal meet here; threads live nowhere else."""
