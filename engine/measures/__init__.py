"""How well a ranking and a selection answer a case, and what that comes to over many cases."""
