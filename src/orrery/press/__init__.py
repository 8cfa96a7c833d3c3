"""Print: the games on paper and on other tables, from the same rows of data and the same art as the page."""
