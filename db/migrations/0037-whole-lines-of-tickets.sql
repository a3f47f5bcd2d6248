-- Everybody through whose hands a session's right came, the nearest first: a ticket of a ticket of one's own is no second person (G149).
alter table operator_sessions add column issuers jsonb not null default '[]';
update operator_sessions set issuers = jsonb_build_array(issued_by) where issued_by is not null;
alter table payment_orders add column asked_issuers jsonb not null default '[]';
update payment_orders set asked_issuers = jsonb_build_array(asked_issuer) where asked_issuer is not null;
-- Who asked for this money before, whatever became of that.
create index payment_orders_of_case on payment_orders (case_id) where case_id is not null;
