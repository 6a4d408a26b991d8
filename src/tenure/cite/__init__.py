"""Is the reference still true? One validator a scheme, found in one registry; nothing here writes to a source."""
