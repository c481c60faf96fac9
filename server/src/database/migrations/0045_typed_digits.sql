-- Arabic and Persian keyboards write their own digits: a search takes them as Western ones, on both sides. Marks of
-- direction, which come along with a copied text and are not seen, are no part of it. A text of plain letters folds as before.
CREATE OR REPLACE FUNCTION search_fold(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN octet_length($1) = char_length($1) THEN lower($1)
         ELSE translate(lower(regexp_replace(normalize($1, NFD), U&'[\0300-\036f]', '', 'g')),
                U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9\061c\200e\200f\202a\202b\202c\202d\202e\2066\2067\2068\2069\feff',
                '01234567890123456789') END;

-- Stored numbers become Western ones, and what was folded before is folded anew where the result differs.
UPDATE users
   SET phone = translate(phone, U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9', '01234567890123456789'),
       postal_code = translate(postal_code, U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9', '01234567890123456789'),
       company = company
 WHERE phone || postal_code || search_text ~ U&'[\0660-\0669\06f0-\06f9\061c\200e\200f\202a-\202e\2066-\2069\feff]';
UPDATE shop_profiles
   SET phone = translate(phone, U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9', '01234567890123456789')
 WHERE phone ~ U&'[\0660-\0669\06f0-\06f9]';
UPDATE purchase_wordings SET wording = wording
 WHERE search_text ~ U&'[\0660-\0669\06f0-\06f9\061c\200e\200f\202a-\202e\2066-\2069\feff]';

DO $$ BEGIN
  IF EXISTS (SELECT FROM recharge_requests WHERE user_name || user_email || user_company
              ~ U&'[\0660-\0669\06f0-\06f9\061c\200e\200f\202a-\202e\2066-\2069\feff]') THEN
    REINDEX INDEX recharge_requests_search;
  END IF;
END $$;
