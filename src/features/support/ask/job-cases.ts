import type { Caller } from '../../../accounts/caller.ts';
import { findJob, type JobRow } from '../../../jobs/model/job-row.ts';
import type { JobRequest } from '../../../jobs/model/job-request.ts';
import type { Seals } from '../../../jobs/model/seal.ts';
import { createJobErrors } from '../../../jobs/status/job-errors.ts';
import { readDocuments } from '../../../jobs/status/read-documents.ts';
import type { Queryable } from '../../../store/database.ts';
import { lookAtDocument } from './look-at-document.ts';
import type { NamedThings } from './named-things.ts';
import type { SupportCase } from './support-case.ts';

/** The newest of a team that are looked at, and those of them that are looked at closely. */
const MOST_JOBS = 50;
const MOST_CLOSE = 5;
/** Documents that are looked at of a job that may be meant, and of one that is named. */
const START_DOCUMENTS = 3;
const NAMED_DOCUMENTS = 20;

const JOBS = `select id from job where team_id = $1 and id >= $2::uuid
  order by (id = any($3::uuid[])) desc, id desc limit ${MOST_JOBS}`;

interface JobParts {
  db: Queryable;
  seals: Seals;
}

/** Crawls and batches of the caller's team since `oldest`, those that are named first. */
export async function findJobCases(
  parts: JobParts,
  caller: Caller,
  { named, oldest }: { named: NamedThings; oldest: string },
): Promise<SupportCase[]> {
  const { db } = parts;
  const { rows } = await db.query<{ id: string }>(JOBS, [caller.team.id, oldest, named.ids]);
  const jobs = await Promise.all(rows.map(({ id }) => findJob(db, id)));
  const known = jobs.filter((row) => row !== undefined && row.teamId === caller.team.id && !row.isExpired);
  const likely = known
    .map((row) => ({ row: row!, isNamed: named.isNamed({ id: row!.id, target: targetOf(row!) }) }))
    .toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed));
  return Promise.all(likely.slice(0, MOST_CLOSE).map((one) => lookAtJob(parts, caller, one)));
}

function targetOf(row: JobRow): string | null {
  if (row.sealedKey !== null) return null;
  const { crawl } = JSON.parse(row.request) as JobRequest;
  return crawl?.url ?? null;
}

async function lookAtJob(
  parts: JobParts,
  caller: Caller,
  { row, isNamed }: { row: JobRow; isNamed: boolean },
): Promise<SupportCase> {
  const { db, seals } = parts;
  const { errors, robotsBlocked } = await createJobErrors(parts)(caller, row.kind, row.id);
  const common = {
    kind: row.kind,
    id: row.id,
    isNamed,
    status: row.status,
    errorCode: mostFrequent(errors.map(({ code }) => code)),
    pages: {
      completed: row.completed,
      failed: errors.length,
      forbidden: robotsBlocked.length,
      limit: row.pageLimit,
      isAtLimit: row.attempted >= row.pageLimit && row.queued > 0,
    },
  };
  // Nothing of a job that keeps nothing is repeated.
  if (row.sealedKey !== null) return { ...common, target: null, options: {}, warnings: [] };
  const seal = seals.sealOf(null);
  const { crawl, scrapeOptions } = JSON.parse(row.request) as JobRequest;
  const until = Math.min(row.completed, isNamed ? NAMED_DOCUMENTS : START_DOCUMENTS);
  const documents = await readDocuments(db, { id: row.id, seal }, { from: 0, until });
  const looks = documents.map((text) => lookAtDocument(text.parse()));
  return {
    ...common,
    target: crawl?.url ?? null,
    error: errors.find(({ code }) => code === common.errorCode)?.error ?? row.error ?? undefined,
    example: errors.find(({ code }) => code === common.errorCode)?.url,
    errorPages: errorPagesOf(looks.map(({ statusCode = 200 }) => statusCode)),
    options: { ...crawl, scrapeOptions },
    warnings: Object.values(row.warnings),
    statusCode: looks[0]?.statusCode,
    characters: looks[0]?.characters,
  };
}

function errorPagesOf(statuses: readonly number[]): SupportCase['errorPages'] {
  const failed = statuses.filter((status) => status >= 400);
  const status = mostFrequent(failed);
  return status === undefined ? undefined : { looked: statuses.length, count: failed.length, status };
}

function mostFrequent<Kind extends string | number>(codes: readonly Kind[]): Kind | undefined {
  const counts = new Map<Kind, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
