"""What whoever runs the website can do at a terminal."""
