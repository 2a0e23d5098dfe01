"""Resource dice drawn to learn from: six symbols in many drawings and manners."""
