-- What operators see of the service, and who they are.

-- The team sees the system and the teams and keys of others. In a data folder that stands it is the first team: that of
-- the key that the first start made.
alter table team add column is_operator boolean not null default false;
update team set is_operator = true where id = (select id from team order by created_at, id limit 1);

-- Exact to a minute; null: never since this column is there.
alter table api_key add column last_used_at timestamptz;
-- The key that made it; null: a command, or nobody knows.
alter table api_key add column created_by uuid;

-- The last attempts: when, how long, the answer. Under zero data retention without the answer's text.
alter table delivery add column tries jsonb not null default '[]';
-- How often the team had it sent again.
alter table delivery add column resends integer not null default 0;
create index delivery_by_team on delivery (team_id, id desc);

-- Processes of the service about themselves, written anew every few seconds; nobody misses them after a crash.
create unlogged table process (
  id uuid primary key,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  about jsonb not null
);

-- How large the database was, hour by hour.
create table database_size (
  at timestamptz primary key,
  bytes bigint not null
);
