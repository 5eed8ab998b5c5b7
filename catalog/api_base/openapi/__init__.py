"""The OpenAPI description of the API: annotations of views, and their evaluation by drf-spectacular."""
