-- Sessions end at `expires_at`, which a use carries on by the idle time and never beyond `ends_at`. Nothing that looks a
-- session up has to know more than `expires_at`, the sale included.
ALTER TABLE sessions
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN ends_at timestamptz(3),
  ADD COLUMN last_used_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  ADD COLUMN address text NOT NULL DEFAULT '',
  ADD COLUMN user_agent text NOT NULL DEFAULT '',
  -- The last time that a second factor was given in this session.
  ADD COLUMN confirmed_at timestamptz(3);
UPDATE sessions s SET
  ends_at = CASE u.role WHEN 'admin' THEN least(s.expires_at, now() + interval '12 hours') ELSE s.expires_at END,
  expires_at = CASE u.role WHEN 'admin' THEN least(s.expires_at, now() + interval '2 hours')
                           ELSE least(s.expires_at, now() + interval '14 days') END
  FROM users u WHERE u.id = s.user_id;
ALTER TABLE sessions ALTER COLUMN ends_at SET NOT NULL,
  ALTER COLUMN ends_at SET DEFAULT clock_timestamp() + interval '30 days';
CREATE UNIQUE INDEX sessions_id ON sessions (id);

ALTER TABLE users
  -- A password given by an administrator or a command: until when it may be used, and the device that used it first.
  ADD COLUMN temporary_password_until timestamptz(3),
  ADD COLUMN temporary_password_device bytea,
  ADD COLUMN second_factor boolean NOT NULL DEFAULT false,
  ADD COLUMN second_factor_required boolean NOT NULL DEFAULT false;

-- A right password that is not enough yet: a second factor, or a new password, is still asked. Kept apart from the
-- sessions, so that no lookup of a session can take one for the other.
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
  -- null: shown, and not proved yet.
  confirmed_at timestamptz(3),
  -- The last step of time that was used: each one counts once.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);

-- Keyed hashes; a used code is deleted.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- A link sent by e-mail: only its hash, used once.
CREATE TABLE password_resets (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX password_resets_expiry ON password_resets (expires_at);
CREATE INDEX password_resets_user ON password_resets (user_id);
