"""`companion read`: single photos, without anything known of the table."""
