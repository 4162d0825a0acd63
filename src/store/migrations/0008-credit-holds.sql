-- Credits that running work has a claim on, so that no two calls are promised the same ones.

-- Credits held for a scrape or map that runs, or for what a page of a job turned out to cost beyond the price that its
-- job reckons with. Unlogged: holding waits for no disk. A process renews what it holds; what a killed one held ends.
create unlogged table credit_hold (
  -- Of the scrape or map.
  id uuid primary key,
  team_id uuid not null,
  process_id uuid not null,
  credits bigint not null check (credits >= 0),
  expires_at timestamptz not null
) with (fillfactor = 50);
create index credit_hold_by_team on credit_hold (team_id);
create index credit_hold_by_process on credit_hold (process_id);

-- The most that a page of the job costs, as far as its options tell.
alter table job add column page_price integer not null default 1 check (page_price >= 1);
create index job_open on job (team_id) where status = 'scraping';

-- Credits of a team that nothing has a claim on; null: unlimited. Running scrapes and maps have one, pages of open jobs
-- that are under way, and (unless `may_use_reserves`) those that open jobs may still fetch. `except_hold` is not counted.
create function free_credits(of_team uuid, except_hold uuid, may_use_reserves boolean) returns bigint
language sql stable as $$
  select t.credits_granted - t.credits_used
    - (select coalesce(sum(h.credits), 0) from credit_hold h
       where h.team_id = of_team and h.id is distinct from except_hold and h.expires_at > clock_timestamp())::bigint
    - (select coalesce(sum(j.page_price::bigint * (
         -- The reading of sitemaps is no page.
         j.in_flight - (select count(*) from page_lease l where l.job_id = j.id and l.is_seed and j.in_flight > 0)
         + case when may_use_reserves then 0 else greatest(0, j.page_limit - j.attempted) end)), 0)
       from job j where j.team_id = of_team and j.status = 'scraping')::bigint
  from team t where t.id = of_team
$$;

-- The one lock of a team's account, until the transaction ends: whoever gives credits away holds it, whoever takes a
-- claim back need not. It comes before the lock of a job.
create function lock_credits(of_team uuid) returns void
language sql volatile as $$
  select pg_advisory_xact_lock(hashtextextended('credits ' || of_team::text, 0))
$$;

-- Holds credits when so many are free, for the first time or more of them. Returns what was free before; null: unlimited,
-- and nothing is held.
create function hold_credits(hold uuid, of_team uuid, of_process uuid, wanted bigint, may_use_reserves boolean)
returns bigint language plpgsql volatile as $$
declare
  free bigint;
begin
  perform lock_credits(of_team);
  -- A statement of its own: it sees what was committed while this one waited.
  free := free_credits(of_team, hold, may_use_reserves);
  if free >= wanted then
    delete from credit_hold h where h.team_id = of_team and h.expires_at <= clock_timestamp();
    insert into credit_hold as h (id, team_id, process_id, credits, expires_at)
    values (hold, of_team, of_process, wanted, clock_timestamp() + interval '20 seconds')
    on conflict (id) do update set credits = excluded.credits, expires_at = excluded.expires_at;
  end if;
  return free;
end
$$;
