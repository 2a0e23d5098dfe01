"""Floor 2: pictures in, typed readings out. Knows cameras and pixels, nothing of games or turns."""
