-- What every domain uses. Times have milliseconds (`timestamptz(3)`), like the API: a page cursor made from one finds its row again.
-- Columns keep the order in which earlier versions added them, so that new and upgraded databases have the same tables.

-- Money: whole centimes of a dinar. The type names the unit.
CREATE DOMAIN centimes AS bigint;

-- Trigram indexes, for searches of a part of a text.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The text that a search compares: without case, accents and marks of direction, with Western digits (AMB-81). A plain ASCII text only
-- needs lower case, which keeps the search of long lists fast.
CREATE FUNCTION search_fold(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN octet_length($1) = char_length($1) THEN lower($1)
         ELSE translate(lower(regexp_replace(normalize($1, NFD), U&'[\0300-\036f]', '', 'g')),
                U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9\061c\200e\200f\202a\202b\202c\202d\202e\2066\2067\2068\2069\feff',
                '01234567890123456789') END;

-- The digits of a phone number without the prefix of the country or the zero: 0555 12 34 56, +213 555123456 and 00213555123456 are one
-- number, also in Arabic digits.
CREATE FUNCTION phone_digits(phone text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(regexp_replace(translate(phone, U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669', '0123456789'),
           '[^0-9]', '', 'g'), '^(00213|213|0)', '');

-- Append-only tables: nobody rewrites the books, the owner of the tables included (P2).
CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- The serving role reads and writes rows and owns nothing (database/privileges.ts). Functions that write other tables run as their
-- owner (SECURITY DEFINER) with a search path of their own. Nobody else may execute a trigger function: on a table of one's own it
-- would write as the owner.
REVOKE EXECUTE ON FUNCTION refuse_rewriting() FROM PUBLIC;
