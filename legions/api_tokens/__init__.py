"""Personal API tokens: their scopes, the page to make and end them, and how a request shows one."""
