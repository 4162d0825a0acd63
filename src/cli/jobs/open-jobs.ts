import path from 'node:path';
import { NO_API_KEY, type Caller } from '../../accounts/caller.ts';
import { listTeams } from '../../accounts/teams.ts';
import { listJobs, type JobInfo } from '../../features/jobs/list-jobs.ts';
import { createSeals, type Seals } from '../../jobs/model/seal.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Database, Queryable } from '../../store/database.ts';
import { createKeyFiles } from '../../store/key-files.ts';
import { checkSecret, readSecret } from '../../store/secret.ts';
import { commandName } from '../command/command-name.ts';
import { UsageError, type CommandContext } from '../command/command.ts';
import { openAccounts } from '../command/open-accounts.ts';

/** Shorter ones name too many. */
const MIN_PREFIX = 4;
const PREFIX = new RegExp(`^[0-9a-f][0-9a-f-]{${MIN_PREFIX - 1},35}$`);

/** The parts that commands about jobs work with. */
export interface Jobs extends AsyncDisposable {
  db: Database;
  seals: Seals;
}

/** The jobs of the running service, or of its data folder when it does not run. */
export async function openJobs(context: CommandContext): Promise<Jobs> {
  await using stack = new AsyncDisposableStack();
  const db = stack.use(await openAccounts(context));
  const { dataDir, secret: configured } = context.config;
  const secret = await readSecret(dataDir, configured);
  await checkSecret(db, secret);
  // As the service keeps them: a database of its own is in the same folder.
  const keyFiles = db.kind === 'embedded' ? createKeyFiles(path.join(dataDir, 'job-keys')) : undefined;
  const resources = stack.move();
  return {
    db,
    seals: createSeals(secret, keyFiles),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** The one job whose id begins like this; NOT_FOUND for none, a UsageError for several. */
export async function requireJob(db: Queryable, given: string): Promise<JobInfo> {
  const idPrefix = given.toLowerCase();
  if (!PREFIX.test(idPrefix)) {
    throw new UsageError(
      `"${given}" is not the id of a job, nor its first ${MIN_PREFIX} characters or more; ${commandName()} jobs lists them`,
    );
  }
  const [job, other] = await listJobs(db, { idPrefix, limit: 2 });
  if (job === undefined) {
    throw new ServiceError('NOT_FOUND', {
      message: `There is no job "${given}", or it ended more than 24 hours ago; ${commandName()} jobs lists them`,
    });
  }
  if (other !== undefined)
    throw new UsageError(`"${given}" is the beginning of several ids, such as ${job.id} and ${other.id}`);
  return job;
}

/** The team of a job: who works on this machine acts for each. */
export async function ownerOf(db: Queryable, { teamId }: JobInfo): Promise<Caller> {
  const team = (await listTeams(db)).find(({ id }) => id === teamId);
  if (team === undefined) throw new ServiceError('NOT_FOUND', { message: 'The team of this job is gone' });
  return { team, apiKeyId: NO_API_KEY };
}
