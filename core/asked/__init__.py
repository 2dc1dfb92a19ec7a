"""What the words of a question name: clause types and facts, dates, agreement types."""
