-- The audit trail is filtered by its administrator and by days.
CREATE INDEX audit_trail_actor ON audit_trail (actor_id, id DESC);
CREATE INDEX audit_trail_created_at ON audit_trail (created_at);
