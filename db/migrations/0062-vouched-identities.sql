-- Whether the provider itself verified the account's address when it was linked. A new password ends the other links: a stranger may have
-- made them, and their provider would let the stranger in again.
alter table social_identities add column is_address_vouched boolean not null default false;
