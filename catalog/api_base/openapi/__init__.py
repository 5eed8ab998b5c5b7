"""The description of the API: what views say of their operations, and how drf-spectacular reads it."""
