-- How a customer uses the codes of a product: a text, and the page of the game.
ALTER TABLE products
  ADD COLUMN redeem_text text NOT NULL DEFAULT '' CHECK (length(redeem_text) <= 500),
  ADD COLUMN redeem_link text NOT NULL DEFAULT '' CHECK (length(redeem_link) <= 300);

-- Which code of its purchase was copied or shared, from 1 on; without one it was all of them.
ALTER TABLE disclosures ADD COLUMN code_position smallint CHECK (code_position BETWEEN 1 AND 100);
