-- Which revision a text that waits for its time was written over: a later save that it goes over is marked. Null for one of before.
alter table scheduled_contents add column rev integer;
-- What the save said of loading with the project; null leaves the text as it is.
alter table scheduled_contents add column loads_with_project boolean;

-- What may not go live when its time has come does not.
alter table scheduled_contents drop constraint scheduled_contents_outcome_check;
alter table scheduled_contents add constraint scheduled_contents_outcome_check
  check (outcome in ('published', 'withdrawn', 'refused'));
