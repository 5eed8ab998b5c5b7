"""What people make of one another's legions: favourites, pages about people, the list for everybody."""
