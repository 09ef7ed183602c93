"""What all tests share."""

import signal
from typing import Iterator

import pytest


@pytest.fixture(autouse=True)
def interrupts() -> Iterator[None]:
    """Ctrl-C interrupts, also if the tests were started in the background by a shell that ignores it there."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
