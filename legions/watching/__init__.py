"""Watched cards and sets: accounts are told of the releases that change them."""
