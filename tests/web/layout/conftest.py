"""The pages of states, for every test in this folder."""

from tests.web.layout.state_pages import state_pages

__all__ = ["state_pages"]
