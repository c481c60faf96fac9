-- No code of the offer that came before it is for sale, nor will one be. Sold codes leave their entries in codes_available until
-- it is vacuumed, which costs so much in a large business that it may be put off past 100,000 of them; a sale begins
-- at the front instead of walking past them all. It is moved now and then, never by a sale: buyers share no row.
ALTER TABLE offers ADD COLUMN shelf_front timestamptz(3) NOT NULL DEFAULT '-infinity';
