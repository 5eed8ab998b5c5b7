"""The addresses of kept legions, one module for each thing there is of a legion."""
