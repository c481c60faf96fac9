-- Networks from which an account has signed in: wrong tries of others do not delay sign-ins from there.
CREATE TABLE sign_in_networks (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  network text NOT NULL,
  last_sign_in timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, network)
);
CREATE INDEX sign_in_networks_age ON sign_in_networks (last_sign_in);
