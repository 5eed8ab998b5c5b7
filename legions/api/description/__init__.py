"""What the description of the API says of kept legions."""
