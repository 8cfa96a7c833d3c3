"""Live matches: messages, sockets, rooms, tables and the hall that holds them."""
