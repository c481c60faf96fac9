-- A text of plain letters has no accents to take off: lower case is enough, for every description that a search walks.
-- The result is the same, so nothing stored changes.
CREATE OR REPLACE FUNCTION search_fold(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN octet_length($1) = char_length($1) THEN lower($1)
         ELSE lower(regexp_replace(normalize($1, NFD), U&'[\0300-\036f]', '', 'g')) END;
