"""People: identity without accounts, notices to those who are away, reports to the host."""
