"""What is read and asked over HTTP."""
