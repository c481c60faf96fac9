-- The mailbox behind an email: case and what follows a + change nothing, and at Gmail neither do dots. The administrator who
-- activates an account is told of another one with the same mailbox or the same phone number (phone_digits).
CREATE FUNCTION mailbox(email text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN lower(split_part(email, '@', 2)) IN ('gmail.com', 'googlemail.com')
              THEN replace(split_part(lower(split_part(email, '@', 1)), '+', 1), '.', '') || '@gmail.com'
              ELSE split_part(lower(split_part(email, '@', 1)), '+', 1) || '@' || lower(split_part(email, '@', 2)) END;
CREATE INDEX users_mailbox ON users (mailbox(email));
CREATE INDEX users_phone_number ON users (phone_digits(phone));
