-- Between the comparing of a password and the session that it opens the password may be changed, or its holder be disabled, and with that
-- all sessions end: one more may not come after them. So the account's row comes first, which waits for whoever is changing it, and
-- nothing else is written where the hash is no longer the one that was compared; null says so. Whoever proved to be somebody by other
-- means gives no hash.
drop function open_login(uuid, uuid, text, bytea, text, timestamptz, timestamptz, bytea, bytea, bytea, timestamptz);
create function open_login(
  session_id uuid, owner uuid, session_kind text, hash bytea, session_device text, opened_at timestamptz, ends_at timestamptz,
  browser bytea, guess_key bytea, guess_account_key bytea, guessed_at timestamptz, compared_hash text)
returns boolean language plpgsql as $$
declare
  was_leaving boolean;
begin
  update accounts a set last_seen_at = opened_at, inactivity_noticed_at = null, deletion_requested_at = null
    from accounts before
    where a.id = owner and before.id = a.id and a.disabled_at is null
      and (compared_hash is null or a.password_hash is not distinct from compared_hash)
    returning before.deletion_requested_at is not null into was_leaving;
  if was_leaving is null then
    return null;
  end if;
  insert into sessions (id, account_id, kind, token_hash, is_rotation_due, device, created_at, last_used_at, expires_at)
  values (session_id, owner, session_kind, hash, false, session_device, opened_at, opened_at, ends_at);
  insert into known_browsers (account_id, browser_hash, first_seen_at, last_seen_at)
  values (owner, browser, opened_at, opened_at)
  on conflict (account_id, browser_hash) do update set last_seen_at = excluded.last_seen_at;
  if guess_key is null then
    return was_leaving;
  end if;
  delete from limit_windows where key = guess_key;
  if guess_account_key is not null then
    update limit_windows set
      hits = hits[:array_position(hits, guessed_at) - 1] || hits[array_position(hits, guessed_at) + 1:]
    where key = guess_account_key and array_position(hits, guessed_at) is not null;
  end if;
  insert into login_minutes (minute, attempts, failures)
  values (date_trunc('minute', opened_at, 'UTC'), 1, 0)
  on conflict (minute) do update set attempts = login_minutes.attempts + 1;
  return was_leaving;
end $$;
