-- What browsers keep for their users: cookies and storage of sites under a name.

create table profile (
  team_id uuid not null references team (id),
  name text not null,
  -- Zstd-compressed and encrypted with a key of the team's own, see src/scraper/profiles; null: nothing saved yet.
  state bytea,
  -- Times that it was saved.
  version integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  -- When it was saved last.
  updated_at timestamptz,
  -- When it was opened last, to the day.
  used_at timestamptz not null default clock_timestamp(),
  -- The one that may save it, for as long as its lease lasts.
  writer uuid,
  leased_until timestamptz,
  primary key (team_id, name)
);
create index profile_by_use on profile (used_at);
alter table profile alter column state set storage external;
