-- Requests of teams that have a rate limit, counted in the minute that runs. One row a team and kind, overwritten minute
-- by minute. Unlogged: counting waits for no disk, and after a crash the minute begins anew.
create unlogged table rate_window (
  team_id uuid not null,
  kind text not null,
  minute timestamptz not null,
  count bigint not null,
  primary key (team_id, kind)
) with (fillfactor = 50);
