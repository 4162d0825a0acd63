-- Pages that can be searched: the rows of search_page are the truth, and the segments are made from them. All of it
-- belongs to a team.

create sequence search_page_id;

create table search_page (
  team_id uuid not null,
  -- 16 bytes of the digest of the URL's normal form.
  url_key bytea not null,
  -- This version of the page: a new text is a new id.
  id bigint not null,
  -- Final URL, without user name and password.
  url text not null,
  title text not null,
  description text not null,
  -- One a line.
  headings text not null,
  -- The text of the link that led to the page first.
  link_text text not null,
  language text,
  -- article, forum, news, ...
  page_type text,
  -- pdf, docx, ...; null: a web page.
  file_type text,
  -- As the page says.
  published_at timestamptz,
  first_seen_at timestamptz not null,
  fetched_at timestamptz not null,
  -- [{url, alt, width, height}], at most 10.
  images json not null,
  image_url text,
  simhash bigint,
  -- The main content as plain text, zstd-compressed; its bytes before, and the digest of all that is indexed.
  text bytea not null,
  text_bytes integer not null,
  text_hash bytea not null,
  primary key (team_id, url_key)
);
create unique index search_page_by_id on search_page (id);
create index search_page_by_age on search_page (fetched_at);
alter table search_page alter column text set storage external;

-- Versions that no segment holds yet. Small: rows go in the transaction that writes their segment.
create table search_pending (
  team_id uuid not null,
  page_id bigint not null,
  primary key (team_id, page_id)
) with (autovacuum_vacuum_scale_factor = 0.05);

-- A part of a team's index; never changed, only replaced by a larger one.
create table search_segment (
  id bigint generated always as identity primary key,
  team_id uuid not null,
  level smallint not null,
  pages integer not null,
  -- Version of the analyser and of the blocks; those of another version are made anew.
  format smallint not null,
  -- Words of all texts: with `pages`, their average length.
  body_words bigint not null,
  -- By ordinal: ids of pages (int64), and minutes since 1970 at which they were published, else first seen (uint32).
  page_ids bytea not null,
  times bytea not null
);
create index search_segment_by_team on search_segment (team_id, level, id);
alter table search_segment alter column page_ids set storage external;
alter table search_segment alter column times set storage external;

-- Terms of a segment in the order of their bytes, some kB of them a row; see search-index/block.ts.
create table search_block (
  segment_id bigint not null,
  first_term text collate "C" not null,
  data bytea not null,
  primary key (segment_id, first_term)
) with (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.05);
alter table search_block alter column data set storage external;
