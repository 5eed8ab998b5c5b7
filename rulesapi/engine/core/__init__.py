"""Cards, legions, rules and libraries, and the evaluation of a legion by them."""
