-- Pages of a team by host, for maps. The host with its port is turned around, so that the subdomains of a domain stand
-- together, in the order of bytes, so that they are a range.
create index cached_page_by_host
  on cached_page (team_id, (left(reverse(split_part(url, '/', 3)), 300) collate "C"));
