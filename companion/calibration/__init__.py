"""Floor 4.6: people set a table up step by step, with feedback about each step.

The steps are small state machines (`steps/`), a session runs them in order (`session`), and a file stores
their results (`setup`). None of them depends on whether people use a terminal or a page.
"""
