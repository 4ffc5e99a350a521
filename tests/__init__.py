"""Tests of Tapete, imported from the repository's root so that two files in different folders may have the same name."""
