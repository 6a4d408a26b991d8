"""The handles: what a host, an agent, a person and an operator may do; one method per verb."""
