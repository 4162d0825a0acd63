import { listJobs, type JobInfo } from '../../features/jobs/list-jobs.ts';
import { sleep } from '../../lib/time/sleep.ts';
import type { Queryable } from '../../store/database.ts';
import type { CommandContext } from '../command/command.ts';
import { createCrawlProgress } from '../crawl/crawl-progress.ts';
import { USUAL_LIMIT } from '../crawl/read-crawl-call.ts';
import { commandName } from '../command/command-name.ts';

/** Between two looks at a job. */
const LOOK_EVERY_MS = 500;

/** Shows how far a job is until its end; resolves to the exit code. */
export async function followJob(
  db: Queryable,
  { id }: Pick<JobInfo, 'id'>,
  { stdout, stderr, signal }: Pick<CommandContext, 'stdout' | 'stderr' | 'signal'>,
): Promise<number> {
  const progress = createCrawlProgress({ out: stderr, usualLimit: USUAL_LIMIT });
  for (;;) {
    const [job] = await listJobs(db, { idPrefix: id, limit: 1 });
    if (job === undefined) {
      progress.print('The job is not kept any more\n');
      return 1;
    }
    if (job.status !== 'scraping') {
      progress.print('');
      stdout.write(endOf(job));
      return job.status === 'completed' ? 0 : 1;
    }
    progress.show(job);
    try {
      await sleep(LOOK_EVERY_MS, signal);
    } catch (error) {
      progress.print(`The job goes on; ${commandName()} jobs cancel ${id} would end it\n`);
      throw error;
    }
  }
}

function endOf({ id, status, done, failed, createdAt, endedAt }: JobInfo): string {
  const seconds = ((endedAt ?? createdAt).getTime() - createdAt.getTime()) / 1_000;
  const pages = `${done} ${done === 1 ? 'page' : 'pages'}`;
  const errors = failed === 0 ? '' : `, ${failed} failed (${commandName()} jobs errors ${id})`;
  return `${status}: ${pages}${errors}, ${seconds.toFixed(1)} s\n`;
}
