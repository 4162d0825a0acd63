-- Teams, keys, credits, concurrency slots, scrapes and the page cache.

-- Facts about this installation, one a row (digest of the secret, ...).
create table installation (
  name text primary key,
  value text not null
);

create table team (
  id uuid primary key,
  name text not null unique,
  created_at timestamptz not null default now(),
  max_concurrency integer not null check (max_concurrency >= 1),
  -- Credits granted in total; null = unlimited.
  credits_granted bigint check (credits_granted >= 0),
  credits_used bigint not null default 0,
  -- What the operator has enabled for the team.
  has_zero_data_retention boolean not null default false,
  has_robots_options boolean not null default false,
  has_search_zdr boolean not null default false,
  has_search_anon boolean not null default false
);

create table api_key (
  id uuid primary key,
  team_id uuid not null references team (id),
  -- SHA-256 of the key; the key itself is never stored.
  key_hash bytea not null unique,
  label text not null,
  -- Last four characters, so that people can tell their keys apart.
  hint text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index api_key_by_team on api_key (team_id);

-- The credit ledger: what each key of a team spent, hour by hour and by kind of work.
create table credit_usage (
  team_id uuid not null references team (id),
  hour timestamptz not null,
  -- The nil UUID when authentication is off.
  api_key_id uuid not null,
  kind text not null,
  credits bigint not null,
  calls bigint not null,
  primary key (team_id, hour, api_key_id, kind)
);

-- Concurrency of a group (a team): `active` slots of at most `team.max_concurrency` are out.
create table slot_group (
  team_id uuid primary key references team (id),
  active integer not null default 0 check (active >= 0)
);

-- A process's timed claim on some slots of a group; a sweep returns those whose process is gone.
create table slot_lease (
  process_id uuid not null,
  team_id uuid not null references slot_group (team_id),
  slots integer not null check (slots >= 0),
  expires_at timestamptz not null,
  primary key (process_id, team_id)
);
create index slot_lease_by_expiry on slot_lease (expires_at);

-- Every page scraped, one row each, for 24 hours. Ids are UUIDv7, so a range of ids is a range of time:
-- one partition a day, dropped whole.
create table scrape (
  id uuid primary key,
  team_id uuid not null,
  api_key_id uuid not null,
  created_at timestamptz not null,
  -- The URL asked for; null under zero data retention.
  target text,
  -- The options as parsed, for a later replay; null under zero data retention. `json` keeps text as it was sent,
  -- also characters that `jsonb` refuses.
  options json,
  credits integer not null,
  duration_ms integer not null,
  status_code integer,
  -- Code of the error when the scrape failed.
  error_code text,
  trace json,
  -- The document as JSON, zstd-compressed; null when the scrape failed or nothing may be kept.
  document bytea
) partition by range (id);
create index scrape_by_team on scrape (team_id, id desc);
alter table scrape alter column document set storage external;

-- Fetched pages, so that the same page need not be fetched again. Belongs to a team.
create table cached_page (
  team_id uuid not null,
  -- First 16 bytes of the SHA-256 of everything that makes a page another page (see scraper/cache/page-cache.ts).
  page_key bytea not null,
  fetched_at timestamptz not null,
  url text not null,
  -- Final URL, status, headers, content type, content codings of the body.
  response json not null,
  -- The body as the site sent it (gzip, br, ...), else zstd-compressed; `response` names its codings.
  body bytea not null,
  -- Bytes after decoding.
  body_bytes integer not null,
  primary key (team_id, page_key)
);
create index cached_page_by_age on cached_page (fetched_at);
alter table cached_page alter column body set storage external;
