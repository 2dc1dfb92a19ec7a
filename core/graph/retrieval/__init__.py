"""The retrieval functions: questions with arguments in, typed rows out, on either backend."""
