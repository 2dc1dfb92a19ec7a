"""What a question says: clause types, dates, agreements."""
