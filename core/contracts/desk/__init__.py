"""What people at a desk need of many contracts: who reviews which, words of all texts, decisions and their table."""
