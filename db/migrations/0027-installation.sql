-- One row: with which secrets this database was filled. A start with other secrets is refused, because nobody could log in.

create table installation (
  is_only boolean primary key default true check (is_only),
  -- Fingerprint of the key that never changes: which installation this is.
  identity text not null,
  -- Fingerprint of the present generation of the other keys.
  generation text not null,
  rotated_at timestamptz
);
