"""Where events are kept: one text of SQL for SQLite (a shop) and PostgreSQL (a chain). Needs the extra `league`.

The log of decisions is the truth and can only grow; the other rows follow from it, so that a reader need not play it again.
"""
