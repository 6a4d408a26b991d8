"""Where records are kept: the contract (`port`), sealing, key slots, the ledger, and the backends."""
