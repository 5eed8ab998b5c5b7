"""Looking for the requests that keep the server longest, at the limits of what it reads."""
