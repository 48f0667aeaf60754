"""The solver of the supply-line solitaires: shortest solutions, and proofs that none is shorter."""
