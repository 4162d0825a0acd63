-- Delivered pages of a job that their site answered with a status of 400 or more.
alter table job add column error_pages integer not null default 0;
