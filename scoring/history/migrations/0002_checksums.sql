-- What was written once and never changes is held against these; what is older has none.
ALTER TABLE matches ADD COLUMN checksum INTEGER;
ALTER TABLE events ADD COLUMN checksum INTEGER;
