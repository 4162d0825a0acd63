-- What callers may fill, and how much of it is kept.

-- Size of the body as text: a team's feedback is bounded by the sum.
alter table feedback add column bytes integer not null default 0;
update feedback set bytes = octet_length(body::text);
create index feedback_by_age on feedback (created_at);

-- What callers send as `x-idempotency-key` is kept as a digest that needs the installation's secret. Older rows hold it as it
-- was sent.
delete from idempotency_key;

-- A sealed job that its team has removed: its key goes as soon as no webhook needs it.
alter table job add column is_removed boolean not null default false;
create index job_removed on job (id) where is_removed;
