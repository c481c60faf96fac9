-- How many sales of a counted drawer were counted at what they cost the shop, which had no price of its own for them: Free Fire top-ups,
-- and codes without one. The gap of such a drawer holds their margin. Null: counted before.
ALTER TABLE till_closes ADD COLUMN unpriced integer;
