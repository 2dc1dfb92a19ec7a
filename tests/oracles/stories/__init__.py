"""Cases told to the interviewer, each part of a message with the fields that it belongs to, and how they are judged."""
