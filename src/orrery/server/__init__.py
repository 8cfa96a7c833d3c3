"""The server: people and bots at one table over the network, live or over days, and nothing is ever lost."""
