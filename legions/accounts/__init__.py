"""Identity of users and guests: accounts, sessions, passwords, second factors, and the names that others see."""
