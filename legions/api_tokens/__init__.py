"""Personal API tokens: scopes, the page to create and revoke them, and authentication."""
