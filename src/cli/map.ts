import { openPatternThread } from '../frontier/patterns/pattern-thread.ts';
import { mapRequest, type MapRequest } from '../contract/requests/map.ts';
import { createFindLinks, type SiteLinks } from '../features/map/find-links.ts';
import { mapTimeoutMs } from '../features/map/map-timeout.ts';
import { createSiteFileFetch } from '../frontier/fetch-site-file.ts';
import { createSiteFiles } from '../frontier/site-files.ts';
import { systemClock } from '../lib/time/clock.ts';
import { Deadline } from '../lib/time/deadline.ts';
import { toTarget } from '../lib/addresses/url.ts';
import { parseWith } from '../lib/validate.ts';
import { UsageError, type Command, type CommandContext } from './command/command.ts';
import { checkServiceFlags, describeServiceFlags } from './documents/service-flags.ts';
import { namedService, openServiceClient } from './command/service-client.ts';
import { describeFlags, flagsOf, parseFlags } from './option-flags.ts';
import { SERVICE_FLAG_HELP } from './output/document-flags.ts';
import { safeOutput } from './output/safe-output.ts';
import { openStatusLine } from './output/status-line.ts';

/** Given as the argument, or labels of programs. */
const LEFT_OUT = new Set(['url', 'origin', 'integration']);
/** It means something only with a service and its database. */
const OF_A_SERVICE = 'ignoreCache';

const known = flagsOf(mapRequest).filter(({ option }) => !LEFT_OUT.has(option));
const flags = known.filter(({ option }) => option !== OF_A_SERVICE);
const serviceFlags = known.filter(({ option }) => option === OF_A_SERVICE);

export const map: Command = {
  usage: 'URL [options]',
  help: () => `Usage: decant map URL [options]

  --json
      Print the links with their titles and descriptions as JSON.
${SERVICE_FLAG_HELP}

Options of the API, by their names there:
${describeFlags(flags)}

${describeServiceFlags(serviceFlags)}
`,
  async run({ args, config, log, stdout, stderr, signal }) {
    const { positionals, options, own } = parseFlags(args, known, {
      json: { type: 'boolean' },
      service: { type: 'string' },
    });
    checkServiceFlags(serviceFlags, options, { own, config });
    const [url, ...others] = positionals;
    if (url === undefined || others.length > 0)
      throw new UsageError('map takes one URL: decant map URL [options]');
    const input = parseWith(mapRequest, { url, ...options }, { subject: 'The command' });
    const service = namedService(own['service'], config);
    const { links, warning } = await withStatus(stderr, `looking for pages of ${url}`, () =>
      service === undefined
        ? mapOnce({ config, log, signal }, input)
        : askForMap(service, { url, ...options }, { config, signal }),
    );
    if (own['json'] === true) {
      stdout.write(`${JSON.stringify({ links, ...(warning !== undefined && { warning }) }, undefined, 2)}\n`);
      return 0;
    }
    stdout.write(links.map((link) => `${link.url}\n`).join(''));
    if (warning !== undefined) safeOutput(stderr).write(`decant: ${warning}\n`);
    return 0;
  },
};

/** Shows a line of progress on a terminal for as long as `work` takes. */
async function withStatus<T>(
  stderr: CommandContext['stderr'],
  text: string,
  work: () => Promise<T>,
): Promise<T> {
  using status = openStatusLine(stderr);
  status.show(text);
  return await work();
}

async function askForMap(
  service: URL,
  body: object,
  { config, signal }: Pick<CommandContext, 'config' | 'signal'>,
): Promise<SiteLinks> {
  await using client = openServiceClient(service, { config });
  return (await client.post('v2/map', body, signal)) as unknown as SiteLinks;
}

async function mapOnce(
  { config, log, signal }: Pick<CommandContext, 'config' | 'log' | 'signal'>,
  input: MapRequest,
): Promise<SiteLinks> {
  const clock = systemClock;
  // Help and wrong calls do without it.
  const { openScraper } = await import('../scraper/open-scraper.ts');
  await using scraper = openScraper({ config, db: undefined, ownPorts: () => [], clock, log });
  const start = toTarget(input.url, { isHostAllowed: scraper.isHostAllowed });
  await using patterns = openPatternThread();
  const findLinks = createFindLinks({
    patterns,
    scrapePage: scraper.scrapePage,
    siteFiles: createSiteFiles({
      fetch: createSiteFileFetch(scraper.outbound),
      // Without a team nothing is asked of it.
      db: { query: () => Promise.reject(new Error('there is no database')) },
      clock,
      log,
    }),
    findKnownPages: undefined,
    findKnownTitles: undefined,
    clock,
    log,
  });
  using deadline = new Deadline(mapTimeoutMs(input), signal);
  return await findLinks(start, input, { teamId: undefined, deadline, signal });
}
