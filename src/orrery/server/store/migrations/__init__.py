"""How the database came to be what it is, step by step. Run at every start; `alembic` itself is not needed."""
