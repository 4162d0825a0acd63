import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { formatNames } from '../contract/options/formats.ts';
import { parseRequest } from '../contract/requests/parse.ts';
import { parseWith } from '../lib/validate.ts';
import { toScrape } from '../features/scrape/parse-file.ts';
import { formats } from '../scraper/formats/index.ts';
import { UsageError, type Command } from './command.ts';
import { describeFlags, flagsOf, parseFlags } from './option-flags.ts';
import { describeDocumentFlags, DOCUMENT_FLAGS, formatsOf, printDocument } from './output/print-document.ts';

/** Options of the API that say something of a file. */
const FILE_OPTIONS = new Set([
  'onlyMainContent',
  'includeTags',
  'excludeTags',
  'parsers',
  'timeout',
  'removeBase64Images',
]);

const available = formatNames.filter((name) => formats[name].isOfFile && formats[name].needs !== 'model');
const flags = flagsOf(parseRequest.shape.options).filter(({ option }) => FILE_OPTIONS.has(option));

export const parse: Command = {
  summary: 'Print a file (PDF, Word, Excel, ...) as Markdown, without a server or a database.',
  usage: 'FILE [options]',
  help: () => `Usage: decant parse FILE [options]

${describeDocumentFlags(available)}

Options of the API, by their names there:
${describeFlags(flags)}
`,
  async run(context) {
    const { positionals, options, own } = parseFlags(context.args, flags, DOCUMENT_FLAGS);
    const [place, ...others] = positionals;
    if (place === undefined || others.length > 0)
      throw new UsageError('parse takes one file: decant parse FILE [options]');
    const name = path.basename(place);
    const body = { file: name, options: { formats: formatsOf(own), ...options } };
    const { options: settled } = parseWith(parseRequest, body, { subject: 'The command' });
    const size = await sizeOf(place, context.config.net.maxPageBytes);
    const file = { name, contentType: undefined, size, read: () => readFile(place) };
    return printDocument(context, own, () => toScrape(file, settled));
  },
};

async function sizeOf(place: string, maxBytes: number): Promise<number> {
  const found = await stat(place).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${place} cannot be read: ${reason}`);
  });
  if (!found.isFile()) throw new UsageError(`${place} is not a file`);
  if (found.size > maxBytes) {
    throw new UsageError(`${place} is larger than ${maxBytes} bytes (DECANT_MAX_PAGE_BYTES)`);
  }
  return found.size;
}
