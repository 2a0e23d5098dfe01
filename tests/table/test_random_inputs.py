"""Any inputs and observations in any order are refused or recorded, shown, and restored after a restart.

`make soak` does the same for hours (tests/soak/inputs.py).
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.table.state_machines import MACHINES, AnyTable

EXAMPLES = 12
STEPS = 25


@pytest.mark.slow
@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.kind)
def test_no_input_stops_the_table(machine: type[AnyTable]) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
