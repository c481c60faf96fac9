-- What the owner sets on a screen: whom resellers call and when, and the reasons of refusals to choose from.
CREATE TABLE business (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Empty: CONTACT_PHONE of the environment.
  contact_phone text NOT NULL DEFAULT '' CHECK (length(contact_phone) <= 50),
  contact_hours text NOT NULL DEFAULT '' CHECK (length(contact_hours) <= 120),
  -- NULL: those that the program proposes.
  recharge_reasons text[] CHECK (cardinality(recharge_reasons) <= 20),
  free_fire_reasons text[] CHECK (cardinality(free_fire_reasons) <= 20)
);
INSERT INTO business DEFAULT VALUES;

-- Where resellers pay, in the order in which they see it.
CREATE TABLE payment_accounts (
  position smallint PRIMARY KEY CHECK (position BETWEEN 1 AND 20),
  method text NOT NULL CHECK (method IN ('ccp', 'baridimob', 'bank_transfer')),
  holder text NOT NULL CHECK (length(holder) BETWEEN 1 AND 120),
  number text NOT NULL CHECK (length(number) BETWEEN 1 AND 60),
  bank text NOT NULL DEFAULT '' CHECK (length(bank) <= 120),
  -- The address of an uploaded picture.
  qr_code text NOT NULL DEFAULT '' CHECK (length(qr_code) <= 200)
);
