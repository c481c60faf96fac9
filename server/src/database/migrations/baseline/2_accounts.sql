-- Accounts, sign-in and limits.

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL,
  password_hash text NOT NULL,
  role text NOT NULL DEFAULT 'reseller' CHECK (role IN ('reseller', 'admin')),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'active', 'inactive')),
  -- The operator refuses sign-ins, apart from deactivation (AMB-21).
  disabled boolean NOT NULL DEFAULT false,
  -- Only the trigger of the ledger writes it. The upper bound (SPEC §9) is in that trigger: a refund may exceed it.
  balance centimes NOT NULL DEFAULT 0 CHECK (balance >= 0),
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
  ) STORED,
  -- A password set by an administrator or a command: when it ends, and the device that used it first.
  temporary_password_until timestamptz(3),
  temporary_password_device bytea,
  second_factor boolean NOT NULL DEFAULT false,
  second_factor_required boolean NOT NULL DEFAULT false,
  -- Purchases an hour that an administrator allows; NULL: RATE_LIMIT_PURCHASE.
  purchases_per_hour integer CHECK (purchases_per_hour BETWEEN 1 AND 1000)
) WITH (
  -- Each sale updates the row: with room on its page the new version needs no entry in any index.
  fillfactor = 70
);
-- One account per address, whatever its case.
CREATE UNIQUE INDEX users_email ON users (lower(email));
CREATE INDEX users_newest ON users (created_at, id);
-- Lists and totals for any role and status, without reading the table.
CREATE INDEX users_newest_by_role ON users (role, status, created_at, id);
CREATE INDEX users_search ON users USING gin (search_text gin_trgm_ops);
CREATE INDEX users_phone ON users USING gin (phone_digits(phone) gin_trgm_ops);

-- The name that screens show, folded. The index compares it by bytes, in any language of the database.
CREATE FUNCTION name_key(first_name text, last_name text, display_name text, email text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_fold(coalesce(nullif(btrim(first_name || ' ' || last_name), ''), nullif(display_name, ''),
                              split_part(email, '@', 1)));
CREATE INDEX users_name ON users (role, status, name_key(first_name, last_name, display_name, email) COLLATE "C", id);

-- The cookie has a random token and this table its hash: a leaked backup opens no session (P19).
CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- The only end that a lookup reads, the sale's too. A use extends it by the idle time, up to `ends_at`.
  expires_at timestamptz(3) NOT NULL,
  -- Names the session in lists without its token.
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  ends_at timestamptz(3) NOT NULL DEFAULT clock_timestamp() + interval '30 days',
  last_used_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  address text NOT NULL DEFAULT '',
  user_agent text NOT NULL DEFAULT '',
  -- When the second factor was last given in this session.
  confirmed_at timestamptz(3)
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE UNIQUE INDEX sessions_id ON sessions (id);

-- A correct password that still needs a second factor or a new password. In a table of its own, so that no lookup of a session accepts it.
CREATE TABLE pending_sign_ins (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  step text NOT NULL CHECK (step IN ('second-factor', 'enrolment', 'password')),
  confirmed boolean NOT NULL DEFAULT false,
  attempts int NOT NULL DEFAULT 0,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX pending_sign_ins_expiry ON pending_sign_ins (expires_at);
CREATE INDEX pending_sign_ins_user ON pending_sign_ins (user_id);

CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Encrypted with a key derived from the vault's.
  sealed_secret bytea NOT NULL,
  -- NULL: shown to its owner, who has not entered a code of it yet.
  confirmed_at timestamptz(3),
  -- The last time step whose code was used: each code works once.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);

-- Keyed hashes. A used code is deleted.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- Links sent by e-mail, by their hash. A used link is deleted.
CREATE TABLE password_resets (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX password_resets_expiry ON password_resets (expires_at);
CREATE INDEX password_resets_user ON password_resets (user_id);

-- Networks from which an account has signed in: wrong passwords from elsewhere do not delay a sign-in from there.
CREATE TABLE sign_in_networks (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  network text NOT NULL,
  last_sign_in timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, network)
);
CREATE INDEX sign_in_networks_age ON sign_in_networks (last_sign_in);

-- Attempts in the current window, shared by all servers (AMB-13). No index by age: each purchase would write it; a job reads the table
-- in parts.
CREATE TABLE rate_limits (
  action text NOT NULL,
  subject text NOT NULL,
  attempts int NOT NULL,
  window_ends timestamptz(3) NOT NULL,
  PRIMARY KEY (action, subject)
) WITH (fillfactor = 50);

CREATE TABLE user_settings (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  settings jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
