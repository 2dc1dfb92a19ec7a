"""What was learned of told sentences: which field each speaks of, where one speaks of two, and what talk wants."""
