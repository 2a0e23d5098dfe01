"""Buttons, a light and a buzzer on a Raspberry Pi's header: none has to be there."""
