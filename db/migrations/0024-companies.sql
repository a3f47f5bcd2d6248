-- Whose account a top-up is paid to: the company that operates the venue. What is known of it beside its legal name is an object;
-- without one a venue is a company of its own, named by its slug.

alter table establishments
  add column operating_company jsonb,
  add column company_key text not null generated always as (coalesce(operating_company ->> 'key', slug)) stored;

-- Venues that already name one company are of one company.
update establishments venue
  set operating_company = jsonb_build_object('key', first.slug, 'beneficiary', left(venue.company, 70))
  from establishments first
  where first.id = (select min(id) from establishments where company = venue.company)
    and exists (select from establishments other where other.company = venue.company and other.id <> venue.id);

-- A payment belongs to the company of its venue, for ever. Rows that a node of the version before inserts during an update take it from
-- the venue.
alter table payments add column company text;
alter table payments disable trigger user;
update payments set company = coalesce(
  (select company_key from establishments where establishments.site_id = payments.site_id), 'site-' || payments.site_id);
alter table payments enable trigger user;
alter table payments alter column company set not null;

create function payments_take_their_company() returns trigger language plpgsql as $$
begin
  if new.company is null then
    new.company := (select company_key from establishments where site_id = new.site_id);
  end if;
  return new;
end $$;
create trigger payments_have_a_company before insert on payments for each row execute function payments_take_their_company();

create or replace function payments_stay_as_ordered() returns trigger language plpgsql as $$
begin
  if (new.uuid, new.account_id, new.membership_id, new.site_id, new.company, new.amount_minor, new.currency, new.created_at)
    is distinct from
    (old.uuid, old.account_id, old.membership_id, old.site_id, old.company, old.amount_minor, old.currency, old.created_at) then
    raise exception 'What a payment is of never changes' using errcode = 'check_violation';
  end if;
  if old.status = 'PAID' and new.status <> 'PAID' then
    raise exception 'Nothing leaves PAID' using errcode = 'check_violation';
  end if;
  if new.is_reserved and not old.is_reserved then
    raise exception 'A reservation that was given up is not taken again' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Money, cases and notices without a payment of ours belong to the company whose application told of them. With a payment they are its
-- company's, and the column is null. Older rows get theirs at the start (src/wallet/payments/older-accounts.server.ts).
alter table payment_sessions add column company text check (payment_uuid is null or company is null);
alter table payment_cases add column company text check (payment_uuid is null or company is null);
alter table bank_notices add column company text;

-- A case of money that belongs to no payment is seen by every venue of its company, and by no other's: nobody approves in one venue what
-- they wanted in another. Orders about a venue's own payments stay behind its wall.
create function company_at_work() returns text language sql stable parallel safe
as $$ select company_key from establishments where site_id = venue_at_work('site') $$;
drop policy every_house_reads_nobody_s on payment_orders;
drop policy every_house_ends_nobody_s on payment_orders;
create policy its_company_reads_nobody_s on payment_orders for select
  using (exists (select from payment_cases one where one.id = case_id and one.payment_uuid is null and one.company = (select company_at_work())));
create policy its_company_ends_nobody_s on payment_orders for update
  using (exists (select from payment_cases one where one.id = case_id and one.payment_uuid is null and one.company = (select company_at_work())));
