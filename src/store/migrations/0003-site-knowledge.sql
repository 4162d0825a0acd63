-- What is known of sites besides their pages: the sitemap files that were fetched.

-- A sitemap, or index of sitemaps, as the site sent it; kept for seven days. Belongs to a team.
create table sitemap_file (
  team_id uuid not null,
  -- First 16 bytes of the SHA-256 of `url`.
  url_hash bytea not null,
  -- Without user name and password.
  url text not null,
  fetched_at timestamptz not null,
  content_type text,
  -- After redirects.
  final_url text not null,
  -- zstd-compressed.
  body bytea not null,
  primary key (team_id, url_hash)
);
create index sitemap_file_by_age on sitemap_file (fetched_at);
alter table sitemap_file alter column body set storage external;
