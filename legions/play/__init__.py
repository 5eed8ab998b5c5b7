"""Questions of play on pages: a situation is asked for, and what the rulebook says of it is shown step by step."""
