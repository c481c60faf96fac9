-- A ticket without texts of its own says the account's company and phone in full (CNT-20): the shop's may be as long.
ALTER TABLE shop_profiles
  DROP CONSTRAINT shop_profiles_name_check,
  DROP CONSTRAINT shop_profiles_phone_check,
  ADD CONSTRAINT shop_profiles_name_check CHECK (length(name) <= 200),
  ADD CONSTRAINT shop_profiles_phone_check CHECK (length(phone) <= 50);
