"""Takes secrets and personal data out of values before they are stored, shown or logged.

What survives, by rule: dates, times, versions and plain quantities; UUIDs, ULIDs and object ids,
which name things; hexadecimal digests of a usual length and anything behind a digest's name
(``sha256:``, ``case-v1:``), which are fingerprints of content; identifiers that are made of words.
None of them survives where a key or the word before it calls it a secret.
"""
