-- What the pages of a site have in common.

-- The blocks of the newest pages of one template, as hashes; forgotten 30 days after the last page. Belongs to a team.
create table site_template (
  team_id uuid not null,
  -- Host name and port.
  host text not null,
  -- Hash of the way to the title.
  template integer not null,
  seen_at timestamptz not null,
  -- Hashes of addresses and of blocks with the pages that have them; no text.
  blocks bytea not null,
  primary key (team_id, host, template)
);
create index site_template_by_age on site_template (seen_at);
