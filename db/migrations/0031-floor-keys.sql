-- A floor key has a number by which commands call it, scopes, and a life. Two keys of one device are valid while it is rotated.
alter table floor_keys
  add column id integer generated always as identity unique,
  add column label text not null default '',
  -- The calls that it allows (src/floor/scopes.ts); null for all.
  add column scopes jsonb,
  -- Null for a key that was granted before keys were issued by a command.
  add column issued_at timestamptz,
  -- Written when a node reads the key, which it then remembers for ten minutes.
  add column last_used_at timestamptz,
  add column ends_at timestamptz,
  -- The key that takes its place.
  add column successor_id integer references floor_keys (id);

-- Nodes forget a key when what it allows changes, and not each time that it is used.
drop trigger floor_keys_told on floor_keys;
create trigger floor_keys_told after insert or delete or update of key_hash, site_id, scopes, ends_at on floor_keys
  for each row execute function tell_floor_keys();
