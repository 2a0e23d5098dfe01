"""The command `companion`."""


def main() -> int:
    """Run the command line."""
    return 0
