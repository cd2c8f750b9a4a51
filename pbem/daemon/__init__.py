"""The server as a process: what runs in it, and how it starts and stops."""
