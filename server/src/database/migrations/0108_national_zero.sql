-- The digits of a phone number without the prefix of the country, and without the zero that some write in brackets after it:
-- +213 (0) 555 12 34 56 is 0555 12 34 56. The table is locked first: a transaction that has used one of its indexes and waits for the
-- table would else wait for this one in a circle. The indexes are new ones: a session keeps what the function was for those it knows.
LOCK TABLE users IN ACCESS EXCLUSIVE MODE;
CREATE OR REPLACE FUNCTION phone_digits(phone text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(regexp_replace(translate(phone, U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669', '0123456789'),
           '[^0-9]', '', 'g'), '^(00213|213)?0?', '');
DROP INDEX users_phone;
DROP INDEX users_phone_number;
CREATE INDEX users_phone ON users USING gin (phone_digits(phone) gin_trgm_ops);
CREATE INDEX users_phone_number ON users (phone_digits(phone));
