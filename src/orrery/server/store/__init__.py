"""The database: append-only entries, its tables and migrations, backups, the archive of records."""
