import type { Caller } from '../../accounts/caller.ts';
import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { isUpload } from '../../lib/addresses/upload-url.ts';
import type { JobRequest } from '../../jobs/model/job-request.ts';
import type { ReplayedScrape } from '../../scraper/replay-scrape.ts';
import { statement, type Queryable } from '../../store/database.ts';

const KEEP_MS = 86_400_000;

const FIND = statement(
  'scrape_find_for_session',
  `select s.team_id as "teamId", s.created_at as "createdAt", s.target, s.options, s.is_sealed as "isSealed",
     s.document is null and s.error_code is not null as "isFailed",
     case when s.is_sealed then null else j.request end as "jobRequest"
   from scrape s left join job j on j.id = s.job_id where s.id = $1`,
);

interface ScrapeRow {
  teamId: string;
  createdAt: Date;
  target: string | null;
  options: ScrapeOptions | null;
  isSealed: boolean;
  isFailed: boolean;
  /** JSON. */
  jobRequest: string | null;
}

/** A scrape that a session is asked for; `page` gives what its replay needs. */
export interface SessionScrape {
  /** CONFLICT when nothing was kept that it could be replayed from. */
  page(): ReplayedScrape;
}

/** Finds a scrape of the caller's team; NOT_FOUND, or FORBIDDEN for one of another team. */
export function createFindScrape({ db, clock }: { db: Queryable; clock: Clock }) {
  return async function findScrape(caller: Caller, scrapeId: string): Promise<SessionScrape> {
    const { rows } = await db.query<ScrapeRow>(FIND, [scrapeId]);
    const [row] = rows;
    if (row && row.teamId !== caller.team.id) {
      throw new ServiceError('FORBIDDEN', { message: 'This scrape belongs to another team' });
    }
    if (row === undefined || row.isFailed || row.createdAt.getTime() < clock.now() - KEEP_MS) {
      throw new ServiceError('NOT_FOUND', {
        message: 'No such scrape: unknown, failed, or older than 24 hours',
      });
    }
    return { page: () => pageOf(scrapeId, row) };
  };
}

function pageOf(scrapeId: string, { target: url, options: own, jobRequest }: ScrapeRow): ReplayedScrape {
  const options = own ?? (jobRequest === null ? null : (JSON.parse(jobRequest) as JobRequest).scrapeOptions);
  if (url === null || options === null) {
    throw conflict(
      'nothing was kept of this scrape that its page could be shown again from (zero data retention, lockdown, or very long options)',
    );
  }
  const target = URL.parse(url) ?? URL.parse(`http://${url}`);
  if (target === null || isUpload(target)) throw conflict('an uploaded file has no page in a browser');
  return { scrapeId, url: target.href, options };
}

function conflict(reason: string): ServiceError {
  return new ServiceError('CONFLICT', {
    message: `There is no page to go on with: ${reason}. Scrape it anew and try again`,
  });
}
