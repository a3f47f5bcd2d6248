-- The session of the operator who issued a ticket, and so the session that it opened. An administrator who ends a session ends with it
-- what it issued. Null for tickets of the command.
alter table operator_tickets add column issued_session uuid;
alter table operator_sessions add column issued_session uuid;
create index operator_tickets_issued_session on operator_tickets (issued_session) where issued_session is not null;
create index operator_sessions_issued_session on operator_sessions (issued_session) where issued_session is not null;
