-- Other pages about a venue, which its structured data names beside its social networks.
alter table establishments add column same_as jsonb not null default '[]';
