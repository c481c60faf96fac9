-- How many codes a check has taken out of the sale so far: administrators are told at its end, also when another server ends it.
ALTER TABLE code_checks ADD COLUMN withheld integer NOT NULL DEFAULT 0 CHECK (withheld >= 0);
