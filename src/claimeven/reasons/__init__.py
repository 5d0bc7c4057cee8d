"""Explain scores: from threats and Allis' rules to an Explanation in sentences and a drawing."""
