"""Commands on the journal: list, archive, export and import games; back up and restore."""
