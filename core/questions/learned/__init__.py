"""What was learned of questions: which of their words carry something, and which clause type everyday words mean."""
