-- Earlier versions of pages, for change tracking.

-- The newest version of a page that a team tracks. Belongs to a team.
create table snapshot (
  team_id uuid not null,
  -- 16 bytes of the digest of the URL's normal form.
  url_key bytea not null,
  -- 16 bytes of the digest of the caller's tag; empty: no tag.
  tag_key bytea not null,
  -- When the page was fetched.
  scraped_at timestamptz not null,
  -- True: the page was gone then; the content is that from before.
  is_removed boolean not null,
  -- What is compared, zstd-compressed, and its SHA-256.
  markdown bytea,
  content_hash bytea,
  primary key (team_id, url_key, tag_key)
);
create index snapshot_by_age on snapshot (scraped_at);
alter table snapshot alter column markdown set storage external;
