"""The server for coding agents, over the Model Context Protocol: the tools of `faces.agents` in both revisions."""
