-- What answers of a language model have taught. Belongs to a team; nothing of it comes from pages without retention.

-- Where pages of one template have the fields of a schema; forgotten 30 days after the last lesson or audit.
create table learnt_template (
  team_id uuid not null,
  -- Host name and port.
  host text not null,
  -- Digest of the shape of the address and of the way to the title.
  template text not null,
  -- Digest of the schema and of the words that came with it.
  asked text not null,
  -- Two processes that learn at the same time find out by it.
  revision integer not null,
  seen_at timestamptz not null,
  -- JSON; of the pages only the text that stands around values.
  rules text not null,
  primary key (team_id, host, template, asked)
);
create index learnt_template_by_age on learnt_template (seen_at);

-- Answers of the model, by the digest of all that it was shown; forgotten 30 days after the last use.
create table kept_answer (
  team_id uuid not null,
  answer_key text not null,
  used_at timestamptz not null,
  -- JSON.
  answer text not null,
  primary key (team_id, answer_key)
);
create index kept_answer_by_age on kept_answer (used_at);
