"""Floor 2: the table's sources of observations: dice tower, Bluetooth dice and cameras."""
