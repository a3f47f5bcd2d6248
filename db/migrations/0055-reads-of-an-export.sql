-- A member's export reads all that is theirs, also what is put aside or over, and no table from end to end (G78).
create index payments_of_account on payments (account_id, created_at, uuid);
create index payment_cases_of_payment on payment_cases (payment_uuid) where payment_uuid is not null;
create index passes_ever_of_account on passes (account_id) where account_id is not null;
create index enrollment_card_ids_of_account on enrollment_card_ids (account_id);
