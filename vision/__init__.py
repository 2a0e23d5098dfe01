"""Floor 2: turns pictures into typed readings. It knows cameras and pixels, not games or turns."""
