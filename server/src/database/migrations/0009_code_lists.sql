-- Lists of codes: by offer and status, newest first. It takes the place of the index by product, so that a sale
-- writes no more index entries than before: whatever asks for a product asks for its offers.
CREATE INDEX codes_of_offer ON codes (offer_id, status, id DESC);
DROP INDEX codes_of_product;

-- Offers that have been removed as well: a product's last sale may be theirs.
CREATE INDEX offers_of_product_ever ON offers (product_id);
