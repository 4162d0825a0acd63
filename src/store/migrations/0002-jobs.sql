-- Crawls and batch scrapes: jobs, their pages, what they deliver to webhooks.

-- What a caller asked for. Its row lock is the one lock of a job: whoever changes its hosts, its pages' states or its
-- counters holds it.
create table job (
  id uuid primary key,
  team_id uuid not null references team (id),
  api_key_id uuid not null,
  kind text not null check (kind in ('crawl', 'batch_scrape')),
  status text not null default 'scraping' check (status in ('scraping', 'completed', 'failed', 'cancelled')),
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  -- When a job that has ended goes.
  expires_at timestamptz,
  -- Start URL of a crawl, first URL of a batch; null under zero data retention.
  target text,
  -- The request as parsed, JSON; sealed under zero data retention.
  request text not null,
  -- Zero data retention: the job's own key, encrypted. Everything that could tell what the job is about (request, URLs,
  -- hosts, errors, documents) is sealed with it.
  sealed_key bytea,
  -- Why a failed job failed; sealed under zero data retention.
  error text,
  -- Remarks for the caller by subject: sentences; sealed each under zero data retention.
  warnings jsonb not null default '{}',
  -- Where a start on another host was redirected to: the site that is crawled; sealed under zero data retention.
  moved_to text,
  -- Pages queued for each sign of a crawler trap, by digest of the sign.
  trap_counts jsonb not null default '{}',
  page_limit integer not null check (page_limit >= 1),
  max_concurrency integer not null check (max_concurrency >= 1),
  delay_ms integer not null default 0,
  -- Depth of the pages that are claimed now, for crawls bounded by depth: level by level, so that the depth at which a
  -- page is found is its real one; null: by discovery.
  level integer,
  -- No page is claimed before.
  next_at timestamptz not null default '-infinity',
  served_at timestamptz not null default clock_timestamp(),
  -- Counters; each changes in the transaction that changes the page it counts.
  queued integer not null default 0 check (queued >= 0),
  in_flight integer not null default 0 check (in_flight >= 0),
  -- Places taken of `page_limit`: pages in flight, done and failed.
  attempted integer not null default 0 check (attempted >= 0),
  -- Documents; the index of the next one.
  completed integer not null default 0,
  credits bigint not null default 0
) with (fillfactor = 50);
create index job_ready on job (team_id, served_at) where status = 'scraping' and queued > 0;
create index job_by_team on job (team_id, id desc);
create index job_running on job (created_at) where status = 'scraping';
create index job_by_expiry on job (expires_at) where expires_at is not null;

-- The queue of one host within a job, and how fast it may be emptied.
create table job_host (
  job_id uuid not null references job (id) on delete cascade,
  -- Host with port; a digest under zero data retention.
  host text not null,
  team_id uuid not null,
  queued integer not null default 0 check (queued >= 0),
  in_flight integer not null default 0 check (in_flight >= 0),
  -- Adapts to what the host bears.
  max_in_flight integer not null default 1 check (max_in_flight >= 1),
  -- Time between the starts of two fetches, from robots.txt.
  spacing_ms integer not null default 0,
  -- Held until then: 429, 503, Retry-After, spacing.
  next_at timestamptz not null default '-infinity',
  served_at timestamptz not null default clock_timestamp(),
  -- Time to the answer, ms: moving mean, and the best it has been.
  latency_ms real,
  best_latency_ms real,
  primary key (job_id, host)
) with (fillfactor = 50);
create index job_host_ready on job_host (job_id, served_at) where queued > 0;
create index job_host_by_host on job_host (team_id, host);

-- One URL of one job. Ids of jobs are UUIDv7: one partition a day, dropped whole.
create table page (
  job_id uuid not null,
  -- 16 bytes of the digest of the URL's normal form.
  url_key bytea not null,
  -- Order of discovery.
  seq bigint generated always as identity,
  -- 0 queued (or being worked on, see page_lease), 2 done, 3 failed, 4 dropped.
  state smallint not null default 0,
  -- True: no page but the work of reading the site's sitemaps, which takes no place.
  is_seed boolean not null default false,
  depth integer not null,
  is_external boolean not null default false,
  host text not null,
  -- As found; sealed under zero data retention.
  url text not null,
  -- Times it was tried and put back.
  retries integer not null default 0,
  not_before timestamptz,
  ended_at timestamptz,
  scrape_id uuid,
  -- Position among the job's documents, and the size of the document as JSON.
  document_index integer,
  document_bytes integer,
  error_code text,
  error text,
  -- Why a page was dropped: robots, duplicate, ...
  drop_reason text,
  -- What makes two pages one: key of the canonical URL, digest of the main content.
  canonical_key bytea,
  content_hash bytea,
  primary key (job_id, url_key)
) partition by range (job_id);
create index page_queue on page (job_id, host, depth, seq) where state = 0;
create index page_documents on page (job_id, document_index) where document_index is not null;
create index page_contents on page (job_id, content_hash) where content_hash is not null;
create index page_troubles on page (job_id, seq) where state > 2;

-- Pages that are being worked on. A table of its own, because it stays small: taking a page and putting it back touches
-- none of the large indexes of `page`.
create table page_lease (
  job_id uuid not null,
  url_key bytea not null,
  -- The worker that holds it; with `claim` the token of whoever may settle it.
  worker_id uuid not null,
  claim bigint generated always as identity,
  host text not null,
  is_seed boolean not null,
  primary key (job_id, url_key)
);
create index page_lease_by_worker on page_lease (worker_id);

-- A process that works on pages; those of one that is gone go back to the queue.
create table worker (
  id uuid primary key,
  expires_at timestamptz not null
);

-- Calls of webhooks still to be made or made, written in the transaction that finishes the page or job.
create table delivery (
  -- The `webhookId` that receivers see.
  id uuid primary key,
  job_id uuid not null references job (id) on delete cascade,
  team_id uuid not null,
  -- started, page, completed, failed or cancelled.
  event text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Of a page event: its scrape, and the error when it failed (sealed under zero data retention).
  scrape_id uuid,
  error text,
  -- 0 waiting, 1 leased, 2 delivered, 3 given up.
  state smallint not null default 0,
  attempts integer not null default 0,
  next_at timestamptz not null default clock_timestamp(),
  lease uuid,
  leased_until timestamptz,
  delivered_at timestamptz,
  last_status integer,
  last_error text
);
create index delivery_by_job on delivery (job_id, id);
create index delivery_due on delivery (job_id, next_at) where state = 0;
create index delivery_leased on delivery (leased_until) where state = 1;
-- First attempts still to be made: what others of the job wait for.
create index delivery_first on delivery (job_id, event) where attempts = 0 and state < 2;

-- Answers of POST requests with an idempotency key, for a day.
create table idempotency_key (
  team_id uuid not null,
  key text not null,
  -- Digest of endpoint and body, keyed with the installation's secret.
  request_hash bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  reply text not null,
  primary key (team_id, key)
);
create index idempotency_key_by_age on idempotency_key (created_at);

-- Calls that are neither a scrape nor a job (map, search, ...), for the list of a team's activity.
create table call (
  id uuid primary key,
  team_id uuid not null,
  endpoint text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- URL or query; null under zero data retention.
  target text
);
create index call_by_team on call (team_id, id desc);

-- What callers say about results.
create table feedback (
  id uuid primary key,
  team_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  -- The search that it is about, if any.
  search_id uuid,
  -- `json` keeps text as it was sent, also characters that `jsonb` refuses.
  body json not null
);
create index feedback_by_team on feedback (team_id, id desc);

-- Secret that signs a team's webhook deliveries, encrypted; null: unsigned.
alter table team add column webhook_secret bytea;
-- Requests a minute by kind of endpoint; null or a missing kind: no limit.
alter table team add column rate_limits jsonb not null default '{}';

-- The job of a page that was scraped for one; its options are there.
alter table scrape add column job_id uuid;
-- True: sealed with the job's key.
alter table scrape add column is_sealed boolean not null default false;
drop index scrape_by_team;
create index scrape_by_team on scrape (team_id, id desc) where job_id is null;
