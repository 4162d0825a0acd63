-- What the agent did for the prompts of a session, the last runs: steps, end, requests and tokens, times.
alter table browser_session add column prompts jsonb not null default '[]';
