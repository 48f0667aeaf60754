"""The block-deduction games YOMEN and Break the Cube: one engine, rules as options."""
