-- Browser sessions: who has one, which process hosts it, how long it lives, what it cost.

create table browser_session (
  -- A UUIDv7.
  id uuid primary key,
  team_id uuid not null references team (id),
  api_key_id uuid not null,
  -- The scrape whose page it goes on with; null: a session by itself.
  scrape_id uuid,
  -- The URL of that scrape, for the list of activity.
  target text,
  status text not null default 'active' check (status in ('active', 'destroyed')),
  -- The process that has the browser, where others reach it (null: on its own machine only), and its machine.
  process_id uuid not null,
  address text,
  port integer,
  machine text not null,
  ttl_ms integer not null,
  idle_ms integer not null,
  has_web_view boolean not null,
  -- A prompt costs more than code; noted before it runs.
  has_prompt boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  -- When its browser stood ready; null: never. Such a session costs nothing.
  opened_at timestamptz,
  last_activity timestamptz not null default clock_timestamp(),
  -- The host is alive as long as it renews this.
  leased_until timestamptz not null,
  ended_at timestamptz,
  -- ttl, idle, deleted, credits, shutdown, host, browser.
  end_reason text,
  duration_ms integer,
  credits bigint not null default 0
);
-- One session for a scrape: once it is destroyed, there is none any more.
create unique index browser_session_by_scrape on browser_session (scrape_id) where scrape_id is not null;
create index browser_session_by_team on browser_session (team_id, id desc);
create index browser_session_active on browser_session (leased_until) where status = 'active';
