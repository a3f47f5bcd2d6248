-- What a visitor asks about an event before booking. All of it is optional: a page says what is known and nothing else.
-- A price of 0 is free entrance; seats left of 0 is sold out.
alter table announcements
  add column doors_time text,
  add column duration_minutes integer check (duration_minutes > 0),
  add column price_min_minor bigint check (price_min_minor >= 0),
  add column price_max_minor bigint check (price_max_minor >= price_min_minor),
  add column age_min integer check (age_min between 0 and 99),
  add column seats_total integer check (seats_total > 0),
  add column seats_left integer check (seats_left >= 0),
  add column performer text,
  add check (seats_left is null or seats_total is null or seats_left <= seats_total);
