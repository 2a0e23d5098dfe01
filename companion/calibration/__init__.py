"""Floor 4.6: a table is prepared step by step, by people who are told what is seen and what to do.

The steps are small machines (`steps/`), a session walks through them (`session`), what they find is kept in
a file (`setup`). None of them knows whether people read a terminal or a page.
"""
