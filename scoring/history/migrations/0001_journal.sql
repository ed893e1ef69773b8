-- A player's name stands here and nowhere else: to forget a player is to empty one field.
CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    name TEXT UNIQUE
) STRICT;

-- `start` names seats instead of players; the columns from `changed_at` on sum the events up.
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    start TEXT NOT NULL,
    begun_at REAL NOT NULL,
    changed_at REAL NOT NULL,
    events INTEGER NOT NULL DEFAULT 0,
    turns INTEGER NOT NULL DEFAULT 0,
    starter INTEGER,
    finished INTEGER NOT NULL DEFAULT 0,
    closed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX matches_by_date ON matches (begun_at, id);
CREATE INDEX matches_by_game ON matches (game, begun_at, id);

CREATE TABLE seats (
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    total INTEGER NOT NULL DEFAULT 0,
    won INTEGER NOT NULL DEFAULT 0,
    turns INTEGER NOT NULL DEFAULT 0,
    best_points INTEGER,
    best_turn INTEGER,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_player ON seats (player, match);

-- `seq` alone gives the order: clocks jump.
CREATE TABLE events (
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    at REAL NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;

-- One row: the match on the table now.
CREATE TABLE present (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    match INTEGER REFERENCES matches (id) ON DELETE SET NULL
) STRICT;
INSERT INTO present (one, match) VALUES (1, NULL);

PRAGMA application_id = 1415670892;
