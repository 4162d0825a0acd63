import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { formatNames } from '../contract/options/formats.ts';
import { parseRequest, type UploadedFile } from '../contract/requests/parse.ts';
import { parseWith } from '../lib/validate.ts';
import { formats } from '../scraper/formats/index.ts';
import { UsageError, type Command, type CommandContext } from './command/command.ts';
import { printOne } from './documents/print-one.ts';
import { checkServiceFlags, describeServiceFlags } from './documents/service-flags.ts';
import { readStdin } from './documents/read-stdin.ts';
import { describeFlags, flagsOf, parseFlags, type OwnFlags } from './option-flags.ts';
import { describeDocumentFlags, DOCUMENT_FLAGS, readDocumentCall } from './output/document-flags.ts';

/** Options of the API that say something of a file. */
const FILE_OPTIONS = new Set([
  'onlyMainContent',
  'includeTags',
  'excludeTags',
  'parsers',
  'timeout',
  'removeBase64Images',
]);

/** Options that only a service can follow. */
const OF_A_SERVICE = new Set(['onlyCleanContent', 'zeroDataRetention']);

const available = formatNames.filter((name) => formats[name].isOfFile);
const known = flagsOf(parseRequest.shape.options);
const flags = known.filter(({ option }) => FILE_OPTIONS.has(option));
const serviceFlags = known.filter(({ option }) => OF_A_SERVICE.has(option));

export const parse: Command = {
  usage: 'FILE [options]',
  help: () => `Usage: decant parse FILE [options]
       decant parse - --type TYPE [options]

${describeDocumentFlags(available)}
  --type TYPE
      The kind of the file: an ending such as pdf, or a content type such as application/pdf. Standard
      input (\`-\`) has no name that would tell it.
  --name NAME
      The name of what comes over standard input, such as report.pdf.
  --base-url URL
      Where the file is from: relative links in it are resolved against this URL.

Options of the API, by their names there:
${describeFlags(flags)}

${describeServiceFlags(serviceFlags)}
`,
  async run(context) {
    const { positionals, options, own } = parseFlags(context.args, [...flags, ...serviceFlags], {
      ...DOCUMENT_FLAGS,
      type: { type: 'string' },
      name: { type: 'string' },
      'base-url': { type: 'string' },
    });
    checkServiceFlags(serviceFlags, options, { own, config: context.config });
    const [place, ...others] = positionals;
    if (place === undefined || others.length > 0)
      throw new UsageError('parse takes one file: decant parse FILE [options]');
    const call = readDocumentCall(own);
    const given = { formats: call.formats, ...options };
    const baseUrl = readBaseUrl(own['base-url']);
    parseWith(parseRequest, { file: 'file', options: given }, { subject: 'The command' });
    const file = await openFile(place, own, context);
    return printOne(context, {
      own,
      call,
      subject: file.name,
      make: (documents, watch) => documents.parse({ file, options: given, baseUrl }, watch),
    });
  },
};

function readBaseUrl(given: OwnFlags[string]): URL | undefined {
  if (typeof given !== 'string') return undefined;
  const url = URL.parse(given);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(
    `--base-url takes the URL of the file, such as https://example.com/page, not "${given}"`,
  );
}

async function openFile(
  place: string,
  own: OwnFlags,
  { config, signal }: Pick<CommandContext, 'config' | 'signal'>,
): Promise<UploadedFile> {
  const { maxPageBytes } = config.net;
  const type = own['type'] as string | undefined;
  const contentType = type?.includes('/') === true ? type : undefined;
  const ending = type !== undefined && contentType === undefined ? `.${type.replace(/^\./, '')}` : '';
  if (place !== '-') {
    if (own['name'] !== undefined)
      throw new UsageError('--name is for standard input: decant parse - --name NAME');
    const size = await sizeOf(place, maxPageBytes);
    return { name: path.basename(place) + ending, contentType, size, read: () => readFile(place) };
  }
  const name = own['name'] as string | undefined;
  if (name === undefined && type === undefined)
    throw new UsageError('Standard input has no name that says what it is: --type pdf, or --name report.pdf');
  const bytes = await readStdin(maxPageBytes, signal);
  return {
    name: path.basename(name ?? 'stdin') + ending,
    contentType,
    size: bytes.length,
    read: async () => bytes,
  };
}

async function sizeOf(place: string, maxBytes: number): Promise<number> {
  if (/^https?:\/\//i.test(place))
    throw new UsageError(`${place} is a URL, and parse takes a file: decant scrape ${place}`);
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
