import { existsSync } from 'node:fs';
import { formatNames } from '../contract/options/formats.ts';
import { scrapeRequest } from '../contract/requests/scrape.ts';
import { parseWith } from '../lib/validate.ts';
import { SERVICE_OPTIONS } from '../library/service-options.ts';
import { UsageError, type Command } from './command/command.ts';
import { shellWord } from './command/shell-word.ts';
import { printOne } from './documents/print-one.ts';
import { checkServiceFlags, describeServiceFlags } from './documents/service-flags.ts';
import { describeFlags, flagsOf, parseFlags } from './option-flags.ts';
import { describeDocumentFlags, DOCUMENT_FLAGS, readDocumentCall } from './output/document-flags.ts';
import { scrapeList } from './scrape-list.ts';

/** Given as the argument or as --format, or labels of programs. */
const LEFT_OUT = new Set<string>(['url', 'formats', 'origin', 'integration']);
const OF_A_SERVICE = new Set<string>(SERVICE_OPTIONS);

const known = flagsOf(scrapeRequest).filter(({ option }) => !LEFT_OUT.has(option));
const flags = known.filter(({ option }) => !OF_A_SERVICE.has(option));
const serviceFlags = known.filter(({ option }) => OF_A_SERVICE.has(option));

export const scrape: Command = {
  usage: 'URL [options]',
  help: () => `Usage: decant scrape URL [options]
       decant scrape --input FILE [--output FOLDER] [options]
       decant scrape - [--output FOLDER] [options]

${describeDocumentFlags(formatNames)}
  --input FILE
      Scrape each URL of a file, one a line; \`-\` reads them from standard input. Empty lines and
      lines that begin with # are left out. Each document is printed as a line of JSON (with
      --chunks each piece). Exit code 1 when a page failed.
  --output FOLDER
      With --input: write a file for each page into this new or empty folder, and index.jsonl, as
      decant crawl does.

Options of the API, by their names there:
${describeFlags(flags)}

${describeServiceFlags(serviceFlags)}
`,
  async run(context) {
    const { positionals, options, own } = parseFlags(context.args, known, {
      ...DOCUMENT_FLAGS,
      input: { type: 'string' },
    });
    checkServiceFlags(serviceFlags, options, { own, config: context.config });
    const [url, ...others] = positionals;
    const input = own['input'] ?? (url === '-' ? '-' : undefined);
    if (typeof input === 'string') {
      if (own['input'] !== undefined ? url !== undefined : others.length > 0)
        throw new UsageError('scrape takes one URL, or the URLs of --input FILE, not both');
      return scrapeList(context, { input, own, options });
    }
    if (url === undefined || others.length > 0)
      throw new UsageError(
        'scrape takes one URL: decant scrape URL [options]; --input FILE takes a list of them',
      );
    if (!/^https?:/i.test(url) && existsSync(url))
      throw new UsageError(`${url} is a file, and scrape takes a URL: decant parse ${shellWord(url)}`);
    if (looksLikeFile(url)) throw new UsageError(`There is no file ${url}, and it is no URL`);
    const call = readDocumentCall(own);
    const body = { url, formats: call.formats, ...options };
    // A wrong call says so before anything is started.
    parseWith(scrapeRequest, body, { subject: 'The command' });
    return printOne(context, {
      own,
      call,
      subject: url,
      make: (documents, watch) => documents.scrape(body, watch),
    });
  },
};

const FILE_NAME =
  /^[^/\\]+\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|odp|rtf|epub|csv|html?|txt|json|xml|png|jpe?g|gif|tiff?|webp)$/i;

/** Whether somebody means a file of this machine by a text that a URL could be: no host has such an ending. */
function looksLikeFile(text: string): boolean {
  return /^(?:\.{0,2}\/|~\/)/.test(text) || FILE_NAME.test(text);
}
