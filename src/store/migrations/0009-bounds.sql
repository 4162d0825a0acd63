-- What callers may fill, and how much of it is kept.

-- Size of the body as text: a team's feedback is bounded by the sum.
alter table feedback add column bytes integer not null default 0;
update feedback set bytes = octet_length(body::text);
create index feedback_by_age on feedback (created_at);
