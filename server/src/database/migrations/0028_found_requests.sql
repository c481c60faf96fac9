-- The administrators' list of all recharge requests: by date within a status, and searched by the names that a request
-- keeps.
CREATE INDEX recharge_requests_dated ON recharge_requests (status, created_at, id);
CREATE INDEX recharge_requests_search ON recharge_requests
  USING gin (search_fold(user_name || ' ' || user_email || ' ' || user_company) gin_trgm_ops);
