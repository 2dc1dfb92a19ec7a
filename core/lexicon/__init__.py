"""What words mean, in both languages: places, dates, numbers, legal forms, agreement types, legal terms."""
