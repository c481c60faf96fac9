-- Times are kept to the millisecond, as the API speaks them: a page cursor made of one finds its place again.

-- Money is whole centimes of a dinar everywhere in the database; the unit stands in the type.
CREATE DOMAIN centimes AS bigint;

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Search ignores case and accents (AMB-81).
CREATE FUNCTION search_fold(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(regexp_replace(normalize($1, NFD), U&'[\0300-\036f]', '', 'g'));

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL,
  password_hash text NOT NULL,
  role text NOT NULL DEFAULT 'reseller' CHECK (role IN ('reseller', 'admin')),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'active', 'inactive')),
  -- Sign-in refused by the operator, apart from deactivation (AMB-21).
  disabled boolean NOT NULL DEFAULT false,
  -- Moved by the ledger alone, see 0002. The upper bound is 10,000,000 DA (SPEC §9).
  balance centimes NOT NULL DEFAULT 0 CHECK (balance BETWEEN 0 AND 1000000000),
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  display_name text NOT NULL DEFAULT '',
  company text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  postal_code text NOT NULL DEFAULT '',
  last_recharge timestamptz(3),
  last_purchase timestamptz(3),
  activated_by uuid,
  activated_at timestamptz(3),
  deactivated_by uuid,
  deactivated_at timestamptz(3),
  deactivation_reason text,
  internal_notes text,
  admin_comments text,
  system_flags jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  search_text text NOT NULL GENERATED ALWAYS AS (
    search_fold(first_name || ' ' || last_name || ' ' || display_name || ' ' || email || ' ' || company)
  ) STORED
) WITH (fillfactor = 70);

CREATE UNIQUE INDEX users_email ON users (lower(email));
CREATE INDEX users_newest ON users (created_at, id);
-- Serves every list of accounts, whatever role and status are asked for, and the totals without reading the table.
CREATE INDEX users_newest_by_role ON users (role, status, created_at, id);
CREATE INDEX users_search ON users USING gin (search_text gin_trgm_ops);

-- The cookie holds a random token, this table only its hash: a leaked backup opens no session (P19).
CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Attempts in the running window, shared by every server process (AMB-13).
CREATE TABLE rate_limits (
  action text NOT NULL,
  subject text NOT NULL,
  attempts int NOT NULL,
  window_ends timestamptz(3) NOT NULL,
  PRIMARY KEY (action, subject)
) WITH (fillfactor = 50);
CREATE INDEX rate_limits_expiry ON rate_limits (window_ends);

-- One row per money command that took effect: the same key again answers the same again (AMB-88).
CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL,
  key text NOT NULL,
  operation text NOT NULL,
  -- SHA-256 of the input: another input under the same key is refused.
  input_hash bytea NOT NULL,
  -- What the command answered; a purchase keeps its id only, so that no code is stored in clear.
  answer jsonb,
  -- A replay writes here, so that its acknowledgement waits for the standby like the first one did.
  seen int NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
