"""What the operator allows: values, presets, and reading them from TOML."""
