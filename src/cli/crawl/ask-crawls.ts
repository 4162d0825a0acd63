import type { EndpointReply } from '../../contract/endpoint.ts';
import type { crawlActive } from '../../contract/endpoints/crawl-active.ts';
import type { crawlStatus } from '../../contract/endpoints/crawl-status.ts';
import type { JobErrors } from '../../jobs/status/job-errors.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { sleep } from '../../lib/time/sleep.ts';
import type { ServiceClient } from '../command/service-client.ts';
import { shellWord } from '../command/shell-word.ts';
import type { CrawlHost } from './crawl-host.ts';
import { USUAL_LIMIT } from './read-crawl-call.ts';

/** Between two looks at a crawl. */
const LOOK_EVERY_MS = 1_000;
/** Documents of one answer, at most. */
const MAX_DOCUMENTS = 100;
/** More than any crawl has: a look asks for no documents. */
const NO_DOCUMENTS = 'skip=999999999&limit=1';

/** Times that a service which is away is asked again, as when it is started anew, and the time between two of them. */
const MAX_TRIES = 15;
const TRY_EVERY_MS = 2_000;
/** A command that was asked to end waits no longer than this for the service to cancel a crawl. */
const CANCEL_MS = 15_000;

type Status = EndpointReply<typeof crawlStatus>;

/** Crawls of a running service, followed over HTTP. */
export function askCrawls(client: ServiceClient, service: URL, signal: AbortSignal): CrawlHost {
  let limit = USUAL_LIMIT;

  async function get(path: string): Promise<unknown> {
    for (let tries = 1; ; tries++) {
      try {
        return await client.get(path, signal);
      } catch (error) {
        if (!isAway(error) || tries === MAX_TRIES) throw error;
        await sleep(TRY_EVERY_MS, signal);
      }
    }
  }
  const readStatus = async (jobId: string, query: string): Promise<Status> =>
    (await get(`v2/crawl/${jobId}?${query}`)) as Status;

  return {
    lookEveryMs: LOOK_EVERY_MS,
    async start({ body, input }) {
      limit = input.limit;
      return String((await client.post('v2/crawl', body, signal))['id']);
    },
    async look(jobId) {
      const { status, completed, total, warning, error } = await readStatus(jobId, NO_DOCUMENTS);
      return {
        status,
        done: completed,
        failed: status === 'scraping' ? 0 : total - completed,
        found: total,
        limit,
        warnings: warning === undefined ? [] : [warning],
        error,
        async documentsFrom(from) {
          return (await readStatus(jobId, `skip=${from}&limit=${MAX_DOCUMENTS}`)).data;
        },
      };
    },
    async about(jobId) {
      await readStatus(jobId, NO_DOCUMENTS);
      const { crawls } = (await get('v2/crawl/active')) as EndpointReply<typeof crawlActive>;
      const url = crawls.find(({ id }) => id === jobId)?.url;
      return url === undefined ? {} : { url };
    },
    withFiles: (document) => client.withPictures(document, signal),
    errors: async (jobId) => (await get(`v2/crawl/${jobId}/errors`)) as JobErrors,
    async cancel(jobId) {
      await client.delete(`v2/crawl/${jobId}`, AbortSignal.timeout(CANCEL_MS));
    },
    async findKeeper(jobId) {
      const url = new URL(`v2/crawl/${jobId}`, service.href.replace(/\/?$/, '/')).href;
      const command = `curl -X DELETE -H "Authorization: Bearer $DECANT_API_KEY" ${shellWord(url)}`;
      return { name: `The service at ${service.origin}`, advice: `To end it: ${command}\n` };
    },
  };
}

function isAway(error: unknown): boolean {
  return error instanceof ServiceError && error.retryAfterSeconds !== undefined;
}
