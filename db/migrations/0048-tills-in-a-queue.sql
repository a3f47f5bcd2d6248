-- A till's key is looked up once and remembered by every node, so whatever could change whose it is says so, a hand at the database included.
create function tell_floor_keys() returns trigger language plpgsql as $$
begin
  perform pg_notify('floor_keys', case when tg_op = 'INSERT' then new.key_hash else old.key_hash end);
  return null;
end $$;
create trigger floor_keys_told after insert or update or delete on floor_keys for each row execute function tell_floor_keys();
-- Every event of a house's tills shared a lock on the one row of that house until it committed; whose the event is stands in its key (floor_keys).
alter table floor_events drop constraint floor_events_site_id_fkey;
