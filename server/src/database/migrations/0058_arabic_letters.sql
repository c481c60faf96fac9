-- Arabic letters are typed in variants: alef with and without hamza, ta marbuta for ha, alef maqsura for ya, vowel marks and the
-- lengthening stroke or none. A search takes them as one, on both sides (contract/src/fold-text.ts). A text of plain letters folds as
-- before.
CREATE OR REPLACE FUNCTION search_fold(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN octet_length($1) = char_length($1) THEN lower($1)
         ELSE translate(lower(regexp_replace(normalize($1, NFD), U&'[\0300-\036f\0640\064b-\065f\0670]', '', 'g')),
                U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9\0629\0649\06cc\0671\06a9\061c\200e\200f\202a\202b\202c\202d\202e\2066\2067\2068\2069\feff',
                U&'01234567890123456789\0647\064a\064a\0627\0643') END;

-- What was folded before is folded anew where the result differs.
UPDATE users SET company = company WHERE search_text ~ U&'[\0629\0640\0649\064b-\065f\0670\0671\06a9\06cc]';
UPDATE purchase_wordings SET wording = wording WHERE search_text ~ U&'[\0629\0640\0649\064b-\065f\0670\0671\06a9\06cc]';

DO $$ BEGIN
  IF EXISTS (SELECT FROM recharge_requests WHERE user_name || user_email || user_company
              ~ U&'[\0622-\0626\0629\0640\0649\064b-\065f\0670\0671\06a9\06c0-\06d3]') THEN
    REINDEX INDEX recharge_requests_search;
  END IF;
END $$;
