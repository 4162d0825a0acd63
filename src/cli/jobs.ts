import { findTeam } from '../accounts/teams.ts';
import { listJobs, type JobInfo } from '../features/jobs/list-jobs.ts';
import { createCancelJob } from '../jobs/end/cancel-job.ts';
import type { JobStatus } from '../jobs/model/job-row.ts';
import { createJobErrors } from '../jobs/status/job-errors.ts';
import { ServiceError } from '../lib/service-error.ts';
import { silentLog } from '../lib/log/log.ts';
import { commandName } from './command/command-name.ts';
import { UsageError, type Command, type CommandContext } from './command/command.ts';
import { followJob } from './jobs/follow-job.ts';
import { openJobs, ownerOf, requireJob } from './jobs/open-jobs.ts';
import { printJson } from './output/print-json.ts';
import { printable } from './output/printable.ts';
import { readAction, readArgs } from './read-args.ts';
import { textTable } from './command/text-layout.ts';
import { wholeNumberFlag } from './command/whole-number.ts';

const DEFAULT_LIMIT = 20;
const STATUSES: readonly JobStatus[] = ['scraping', 'completed', 'failed', 'cancelled'];

export const jobs: Command = {
  usage: '[list | follow | cancel | errors]',
  help: () => `Usage: decant jobs [list] [--team NAME] [--status STATUS] [--limit N] [--json]
       decant jobs follow ID
       decant jobs cancel ID...
       decant jobs errors ID [--json]

list shows the newest jobs of all teams, ${DEFAULT_LIMIT} without --limit. STATUS is ${STATUSES.join(', ')}.
FOUND are the pages known so far. A job is listed until 24 hours after its end.

ID may be the first characters of an id, as long as no other job begins like it.

follow shows how far a job is until its end. Exit code 0 when it was completed, 1 when it failed or was cancelled, 130
after Ctrl-C, which leaves the job running.

cancel ends jobs: nothing more of them is fetched, what is done stays.

errors lists the pages that failed, and those that robots.txt forbids.
`,
  async run(context) {
    const { action, args } = readAction(context.args);
    switch (action) {
      case 'list':
        return list(context, args);
      case 'follow':
        return follow(context, args);
      case 'cancel':
        return cancel(context, args);
      case 'errors':
        return errors(context, args);
      default:
        throw new UsageError(
          `There is no "jobs ${action}": use jobs list, jobs follow, jobs cancel or jobs errors`,
        );
    }
  },
};

async function list(context: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, {
    team: { type: 'string' },
    status: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (positionals.length > 0)
    throw new UsageError(`jobs list takes options only, not "${positionals.join(' ')}"`);
  const status = readStatus(values.status);
  const limit = values.limit === undefined ? DEFAULT_LIMIT : wholeNumberFlag('--limit', values.limit, 1);
  await using parts = await openJobs(context);
  const { db } = parts;
  const team = values.team === undefined ? undefined : await findTeam(db, values.team);
  if (values.team !== undefined && team === undefined) {
    throw new ServiceError('NOT_FOUND', {
      message: `There is no team named "${values.team}"; ${commandName()} teams lists them`,
    });
  }
  const found = await listJobs(db, { teamId: team?.id, status, limit });
  if (values.json) return printJson(context, found);
  if (found.length === 0) context.stdout.write('There are no jobs\n');
  else context.stdout.write(textTable([HEADINGS, ...found.map(rowOf)]));
  return 0;
}

const HEADINGS = ['ID', 'KIND', 'TEAM', 'STATUS', 'DONE', 'FAILED', 'FOUND', 'STARTED', 'TARGET'];

function rowOf({ id, kind, team, status, done, failed, found, createdAt, target }: JobInfo): string[] {
  return [
    id,
    kind === 'crawl' ? 'crawl' : 'batch',
    team,
    status,
    String(done),
    String(failed),
    String(found),
    `${createdAt.toISOString().slice(0, 19)}Z`,
    target === null ? '(not kept)' : printable(target),
  ];
}

async function follow(context: CommandContext, args: string[]): Promise<number> {
  const [id, ...others] = readArgs(args, {}).positionals;
  if (id === undefined || others.length > 0)
    throw new UsageError('jobs follow takes one id: decant jobs follow ID');
  await using parts = await openJobs(context);
  return await followJob(parts.db, await requireJob(parts.db, id), context);
}

async function cancel(context: CommandContext, args: string[]): Promise<number> {
  const ids = readArgs(args, {}).positionals;
  if (ids.length === 0) throw new UsageError('jobs cancel takes ids: decant jobs cancel ID...');
  await using parts = await openJobs(context);
  const cancelJob = createCancelJob({ ...parts, log: silentLog });
  // All of them are there before the first one ends.
  const found: JobInfo[] = [];
  for (const id of ids) found.push(await requireJob(parts.db, id));
  for (const job of found) {
    await cancelJob(await ownerOf(parts.db, job), job.kind, job.id);
    context.stdout.write(`${job.id}  cancelled\n`);
  }
  return 0;
}

async function errors(context: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args, { json: { type: 'boolean' } });
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0)
    throw new UsageError('jobs errors takes one id: decant jobs errors ID');
  await using parts = await openJobs(context);
  const job = await requireJob(parts.db, id);
  const found = await createJobErrors(parts)(await ownerOf(parts.db, job), job.kind, job.id);
  if (values.json) return printJson(context, found);
  const rows = [
    ...found.errors.map(({ code, url, error }) => [code, printable(url), printable(error)]),
    ...found.robotsBlocked.map((url) => ['ROBOTS', printable(url), 'robots.txt forbids it']),
  ];
  context.stdout.write(
    rows.length === 0 ? 'No page failed\n' : textTable([['CODE', 'PAGE', 'WHY'], ...rows]),
  );
  return 0;
}

function readStatus(given: string | undefined): JobStatus | undefined {
  if (given === undefined) return undefined;
  const status = STATUSES.find((each) => each === given);
  if (status === undefined) throw new UsageError(`--status is one of ${STATUSES.join(', ')}, not "${given}"`);
  return status;
}
