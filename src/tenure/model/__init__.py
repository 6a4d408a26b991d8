"""The nouns of Tenure: frozen values that know their own laws and nothing of stores, files or clocks."""
