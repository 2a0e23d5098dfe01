"""The dice tower: its protocol on a serial line, the source that hears it, and a stand-in for it."""
