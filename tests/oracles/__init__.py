"""What tests and benchmarks hold the product against: generators with known truth, gold answers, mutations."""
