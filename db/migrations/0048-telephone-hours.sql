-- When a venue answers its telephone, in both languages, for events that are booked by telephone.
alter table establishments add column phone_hours jsonb;
