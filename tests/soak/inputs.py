"""Anything entered, in any order, for as long as is asked: all three games, live against opened again.

    python -m tests.soak.inputs [--seconds 3600] [--seed N]

Each round runs the state machines of `tests/table/state_machines.py` with its own seed, which is printed:
`--seed N --seconds 1` reproduces a failure. Exits with 1 at the first failure and prints its steps.
"""

from __future__ import annotations

import argparse
import itertools
import logging
import sys
import time

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.table.state_machines import MACHINES

EXAMPLES = 10
STEPS = 60


def main() -> int:
    """Soak; the exit status."""
    parser = argparse.ArgumentParser(description="Enter anything into all three games.")
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    # What a game's code fails at is raised here; the log of it would come once more at each try.
    logging.getLogger("companion").setLevel(logging.CRITICAL)
    deadline = time.monotonic() + args.seconds
    for number in itertools.count(args.seed):
        for machine in MACHINES:
            run_state_machine_as_test(
                seed(number)(machine),
                settings=settings(
                    max_examples=EXAMPLES,
                    stateful_step_count=STEPS,
                    deadline=None,
                    database=None,
                    # A finding is had again by its seed: to make it smaller takes longer than to find it.
                    phases=[Phase.generate],
                    suppress_health_check=list(HealthCheck),
                ),
            )
        left = deadline - time.monotonic()
        print(f"seed {number}: nothing found; {max(0.0, left):.0f} s to go", flush=True)
        if left <= 0:
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
