"""Who somebody is: logging in, names and passwords, guests."""
