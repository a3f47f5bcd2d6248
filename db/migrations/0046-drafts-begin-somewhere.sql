-- Which revision was live when the draft was begun, 0 for none: what goes live meanwhile is not written over unseen (C2). Of a draft that
-- stands already, the one that is live unless it came later.
alter table content_drafts add column live_rev integer not null default 0;
update content_drafts d set live_rev = coalesce((
  select b.rev from content_blocks b
  where b.project_id = d.project_id and b.key = d.key and b.locale = d.locale and b.rev < d.rev), 0);
alter table content_drafts alter column live_rev drop default;
