"""The database beneath the models: how long is waited for it, what its errors mean, if its tables are right."""
