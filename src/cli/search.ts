import type { App } from '../app.ts';
import type { EndpointReply } from '../contract/endpoint.ts';
import type { search as searchEndpoint } from '../contract/endpoints/search.ts';
import { searchRequest } from '../contract/requests/search.ts';
import type { SearchItem } from '../features/search/search-items.ts';
import { parseWith } from '../lib/validate.ts';
import { unpackDocument } from '../scraper/packed-document.ts';
import { UsageError, type Command, type CommandContext } from './command/command.ts';
import { describeFlags, flagsOf, parseFlags, type OwnFlags } from './option-flags.ts';
import { SERVICE_FLAG_HELP } from './output/document-flags.ts';
import { printJson } from './output/print-json.ts';
import { resultTable, resultTexts, resultUrls } from './output/print-results.ts';
import { safeOutput } from './output/safe-output.ts';
import { openStatusLine } from './output/status-line.ts';
import { namedService, openServiceClient } from './command/service-client.ts';

/** Given as the argument, or for programs. */
const LEFT_OUT = new Set(['query', 'origin', 'integration']);
/** Names may stand for the objects of these lists. */
const LISTS_OF_NAMES = new Set(['sources', 'categories', 'enterprise']);

const flags = flagsOf(searchRequest)
  .filter(({ option }) => !LEFT_OUT.has(option))
  .map((flag) => (LISTS_OF_NAMES.has(flag.option) ? { ...flag, kind: 'list' as const } : flag));

type SearchReply = EndpointReply<typeof searchEndpoint>;

export const search: Command = {
  usage: 'QUERY [options]',
  help: () => `Usage: decant search QUERY [options]

Asks the providers of DECANT_SEARCH, the pages that were scraped before, or both: a table of titles
and URLs on a terminal, URLs alone into a pipe. Without --service it works with the database of the
data folder, as the default team. A query that begins with a minus goes after "--".

  --scrape A,B
      Scrape the results and print their content in these formats, for example markdown.
  --own
      Only pages that were scraped before; nothing leaves the machine.
  --json
      Print the whole answer as JSON, as POST /v2/search gives it.
${SERVICE_FLAG_HELP}

Options of the API, by their names there:
${describeFlags(flags)}
`,
  async run(context) {
    const { positionals, options, own } = parseFlags(context.args, flags, {
      scrape: { type: 'string', multiple: true },
      own: { type: 'boolean' },
      json: { type: 'boolean' },
      service: { type: 'string' },
    });
    const query = positionals.join(' ').trim();
    if (query === '') throw new UsageError('search takes a query: decant search "rate limits" [options]');
    const body = { query, ...withScrapes(options, own) };
    parseWith(searchRequest, body, { subject: 'The command' });
    const answer = await answerOf(context, body, namedService(own['service'], context.config));
    if (own['json'] === true) return printJson(context, answer);
    print(context, answer, { hasContent: own['scrape'] !== undefined });
    return 0;
  },
};

/** `--scrape` and `--own` in the words of the API. */
function withScrapes(options: Record<string, unknown>, own: OwnFlags): Record<string, unknown> {
  const formats = ((own['scrape'] ?? []) as string[]).flatMap((each) => each.split(','));
  const given = options['scrapeOptions'];
  const scrapeOptions = {
    ...(typeof given === 'object' ? given : {}),
    ...(formats.length > 0 && { formats }),
    ...(own['own'] === true && { lockdown: true }),
  };
  return Object.keys(scrapeOptions).length === 0 ? options : { ...options, scrapeOptions };
}

async function answerOf(
  context: CommandContext,
  body: { query: string },
  service: URL | undefined,
): Promise<SearchReply> {
  const { stderr, signal } = context;
  using status = openStatusLine(stderr);
  status.show(`searching for ${body.query}`);
  if (service !== undefined) {
    await using client = openServiceClient(service, context);
    return (await client.post('v2/search', body, signal)) as unknown as SearchReply;
  }
  const request = parseWith(searchRequest, body, { subject: 'The command' });
  // Help and wrong calls do without it.
  const { openApp } = await import('../app.ts');
  await using app = await openApp({ ...context, ownPorts: () => [], canJoin: true, isWorker: false });
  const { data, ...answer } = await app.search(app.operator, request, signal);
  const lists = await Promise.all(
    Object.entries(data).map(async ([source, items]) => [
      source,
      await Promise.all(items.map((item) => asResult(item, app))),
    ]),
  );
  return { success: true, ...answer, data: Object.fromEntries(lists) as SearchReply['data'] };
}

/** A result with its document in it, and files in that. */
async function asResult({ plain, document, failure }: SearchItem, app: App): Promise<object> {
  if (document === undefined) return { ...plain, ...(failure && { metadata: failure }) };
  return { ...plain, ...(await app.inlineBlobs(unpackDocument(document))) };
}

function print(
  { stdout, stderr }: CommandContext,
  { data, warning }: SearchReply,
  { hasContent }: { hasContent: boolean },
): void {
  const output = safeOutput(stdout);
  if (hasContent) output.write(resultTexts(data));
  else output.write(stdout.isTTY === true ? resultTable(data, stdout.columns) : resultUrls(data));
  if (warning !== null) safeOutput(stderr).write(`decant: ${warning}\n`);
}
