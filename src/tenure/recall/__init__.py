"""Retrieve, then validate: what is relevant here, checked as it is now, and handed out as data or held back."""
