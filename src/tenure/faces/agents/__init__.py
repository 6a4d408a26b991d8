"""What models are offered: the tools, defined once, and one adapter a framework."""
