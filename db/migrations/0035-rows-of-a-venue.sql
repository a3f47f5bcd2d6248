-- The second wall around a venue (T34). Whoever works for one venue says so in its transaction, and then reaches that venue's rows
-- alone; where nothing is said (visitors, jobs, the import command) every row is there, as before. What visitors see may be read from
-- everywhere and written by its own venue only; what staff alone see is not there for another venue's staff.

create function venue_at_work(setting text) returns integer language sql stable parallel safe
  as $$ select nullif(current_setting('baize.' || setting, true), '')::integer $$;

do $$
declare
  wall record;
begin
  for wall in
    select * from (values
      ('establishments', 'id', 'establishment', true),
      ('gallery_pictures', 'establishment_id', 'establishment', true),
      ('games', 'establishment_id', 'establishment', true),
      ('restaurants', 'establishment_id', 'establishment', true),
      ('activities', 'establishment_id', 'establishment', true),
      ('meetings', 'establishment_id', 'establishment', true),
      ('retired_slugs', 'establishment_id', 'establishment', true),
      ('announcements', 'establishment_id', 'establishment', true),
      ('projects', 'id', 'project', true),
      ('project_hosts', 'project_id', 'project', true),
      ('content_blocks', 'project_id', 'project', true),
      ('offers', 'project_id', 'project', true),
      ('jackpots', 'site_id', 'site', true),
      ('content_revisions', 'project_id', 'project', false),
      ('scheduled_contents', 'project_id', 'project', false),
      ('venue_revisions', 'project_id', 'project', false),
      ('audit_entries', 'project_id', 'project', false),
      ('payment_orders', 'site_id', 'site', false),
      ('aml_days', 'site_id', 'site', false),
      ('floor_keys', 'site_id', 'site', false),
      ('floor_events', 'site_id', 'site', false)
    ) as walls (name, owner, setting, is_public)
  loop
    execute format('alter table %I enable row level security, force row level security', wall.name);
    execute format(
      'create policy own_venue on %I using ((select venue_at_work(%L)) is null or %I = (select venue_at_work(%L)))',
      wall.name, wall.setting, wall.owner, wall.setting);
    if wall.is_public then
      execute format('create policy everybody_reads on %I for select using (true)', wall.name);
    end if;
  end loop;
end $$;

-- The group's own campaigns are written down when the first gift of theirs is given, whoever's act that is.
create policy campaigns_are_the_group_s on offers for insert with check (project_id is null);

-- A session may be for several sites: that it begins and ends is written down under one of them.
create policy everybody_writes on audit_entries for insert with check (true);
