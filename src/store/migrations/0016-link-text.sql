-- The words of the link that led to the page first, for the search index; null under zero data retention.
alter table page add column link_text text;
