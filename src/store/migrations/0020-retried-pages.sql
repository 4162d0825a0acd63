-- Pages that wait to be tried again are few among those that wait, and are counted at each claim.
create index page_retries on page (job_id, host, depth, seq) where state = 0 and retries > 0;
