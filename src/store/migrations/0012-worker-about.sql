-- A worker of all jobs tells who it is and, as digests, the settings that decide which pages it can have: commands that
-- work beside it compare them with their own. Null for a command's own worker.
alter table worker add column about jsonb;
