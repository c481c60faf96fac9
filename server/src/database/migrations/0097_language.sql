-- The language of an account's screens and messages, while the switch `arabic` is on. NULL: none was chosen.
ALTER TABLE users ADD COLUMN lang text CHECK (lang IN ('fr', 'ar'));
