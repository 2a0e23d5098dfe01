"""Floor 5: the pages and the JSON API. Knows a table's views and the inputs it takes."""
