-- An erased membership is no longer called disabled, which is what staff do to a person. A row without a surname was erased: nothing else
-- removes it.
alter table memberships drop constraint memberships_status_check;
update memberships set status = 'erased' where lastname is null;
alter table memberships
  add constraint memberships_status_check check (status in ('active', 'disabled', 'erased')),
  add constraint memberships_erased_check check (status <> 'erased' or lastname is null);

-- Nodes of the version before still erase by `disabled` during an update.
create function memberships_without_a_name_are_erased() returns trigger language plpgsql as $$
begin
  new.status := 'erased';
  return new;
end $$;
create trigger memberships_erased before update of lastname on memberships
for each row when (old.lastname is not null and new.lastname is null)
execute function memberships_without_a_name_are_erased();
