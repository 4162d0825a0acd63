import { formatNames } from '../contract/options/formats.ts';
import { scrapeRequest } from '../contract/requests/scrape.ts';
import { toTarget } from '../lib/url.ts';
import { parseWith } from '../lib/validate.ts';
import { SERVICE_OPTIONS } from '../library/service-options.ts';
import { formats } from '../scraper/formats/index.ts';
import { UsageError, type Command } from './command.ts';
import { describeFlags, flagsOf, parseFlags } from './option-flags.ts';
import { describeDocumentFlags, DOCUMENT_FLAGS, formatsOf, printDocument } from './output/print-document.ts';

/** Given as the argument or as --format, or options that mean something only with a service and its database. */
const LEFT_OUT = new Set<string>(['url', 'formats', ...SERVICE_OPTIONS]);

const available = formatNames.filter((name) => formats[name].needs !== 'model');
const flags = flagsOf(scrapeRequest).filter(({ option }) => !LEFT_OUT.has(option));

export const scrape: Command = {
  summary: 'Print a page as Markdown (or another format), without a server or a database.',
  usage: 'URL [options]',
  help: () => `Usage: decant scrape URL [options]

${describeDocumentFlags(available)}

Options of the API, by their names there:
${describeFlags(flags)}
`,
  async run(context) {
    const { positionals, options, own } = parseFlags(context.args, flags, DOCUMENT_FLAGS);
    const [url, ...others] = positionals;
    if (url === undefined || others.length > 0)
      throw new UsageError('scrape takes one URL: decant scrape URL [options]');
    const body = { url, formats: formatsOf(own), ...options };
    const { url: sourceUrl, ...settled } = parseWith(scrapeRequest, body, { subject: 'The command' });
    return printDocument(context, own, ({ isHostAllowed }) => ({
      url: toTarget(sourceUrl, { isHostAllowed }),
      sourceUrl,
      options: settled,
    }));
  },
};
