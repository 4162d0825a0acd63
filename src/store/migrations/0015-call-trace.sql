-- Steps of a search: which provider was asked, which pages are the team's own; null under zero data retention.
alter table call add column trace json;
