"""Buttons, a light and a buzzer on a Raspberry Pi's header, each of them optional."""
