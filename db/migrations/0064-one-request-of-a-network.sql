-- Of the requests for a mail that nobody has answered yet, a network has one of each kind for an address, which counts how often it was
-- asked for: whoever asks on and on adds no rows. The newest of those that are there stays.
alter table mail_requests add column times integer not null default 1 check (times > 0);

update mail_requests kept set times = counted.times
from (
  select address_hash, network_hash, kind, count(*) as times, (array_agg(id order by asked_at desc, id))[1] as newest
  from mail_requests where answered_at is null group by address_hash, network_hash, kind having count(*) > 1
) counted
where kept.id = counted.newest;
delete from mail_requests older
using mail_requests kept
where older.answered_at is null and kept.answered_at is null and kept.times > 1 and older.id <> kept.id
  and (older.address_hash, older.network_hash, older.kind) = (kept.address_hash, kept.network_hash, kept.kind);

create unique index mail_requests_waiting on mail_requests (address_hash, network_hash, kind) where answered_at is null;
-- A request whose answer failed at every attempt ages out by the instant at which it was asked for.
create index mail_requests_asked on mail_requests (asked_at) where answered_at is null;
