"""Questions of play on pages: the form of a situation, and the rulebook's answer step by step."""
