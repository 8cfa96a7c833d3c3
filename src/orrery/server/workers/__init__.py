"""Processes in which bots think, previews are made and questions answered, under a hard clock."""
