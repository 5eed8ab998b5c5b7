"""What the website answers, one module for each part of it."""
