import { PROGRAMS } from '../../programs.ts';
import { file, requestBody, task, type Format, type ScrapeReply } from '../../request.ts';
import { isOfFile, readForm } from '../form-options.ts';
import type { PageParts } from '../parts.ts';
import { withDropped, withKept } from './choose-selector.ts';
import { HELP, readCommand, type CommandName } from './commands.ts';
import { lineDiff } from './line-diff.ts';
import { readFields } from './read-fields.ts';
import { inFormat, triesNow, tryOptions, undoTry, type TriedDocument } from './tries.ts';

/** The parts of the page that is shown; undefined when they cannot be told. */
export type PartsNow = () => Promise<PageParts | undefined>;

type Answer = (behind: string, parts: PartsNow) => string | Promise<string>;

const ANSWERS: Readonly<Record<CommandName, Answer>> = {
  keep: async (selector, parts) => tried(`keep ${selector}`, withKept(readForm(), await parts(), selector)),
  drop: (selector) => tried(`drop ${selector}`, withDropped(readForm(), selector)),
  browser() {
    if (isOfFile()) throw new Error('A file is read without a browser');
    const { waitFor, ...others } = readForm();
    return tried('browser', { ...others, waitFor: waitFor || 1 }, true);
  },
  undo: () => inCharacters(markdownOf(undoTry()).length),
  async md() {
    const { markdown } = triesNow().now.body.data;
    return markdown ?? inWords('markdown', (document) => document.markdown);
  },
  html: () => inWords('html', (document) => document.html),
  links: () => inWords('links', ({ links = [] }) => links.join('\n')),
  diff() {
    const { first, now } = triesNow();
    const changes = lineDiff(markdownOf(first), markdownOf(now));
    return changes === '' ? 'nothing changed' : `--- as it was fetched\n+++ now\n${changes}`;
  },
  json: (given) =>
    inWords({ type: 'json', schema: readFields(given) }, ({ json = null }) => JSON.stringify(json, null, 2)),
  ask: (question) =>
    inWords({ type: 'question', question }, ({ answer = '' }) =>
      answer === '' ? 'the page does not say' : answer,
    ),
  curl() {
    triesNow();
    const call = { task: task.peek(), body: requestBody(), fileName: file.peek()?.name };
    return PROGRAMS['curl']?.(call, new URL('.', document.baseURI).href.replace(/\/$/, '')) ?? '';
  },
  help: () => HELP,
};

/** Does one line and gives what it says. Rejects for a line that nobody understands, and as the service refuses. */
export async function answerLine(line: string, parts: PartsNow): Promise<string> {
  const { name, behind } = readCommand(line);
  return await ANSWERS[name](behind, parts);
}

async function tried(
  what: string,
  options: Readonly<Record<string, unknown>>,
  isFetched = false,
): Promise<string> {
  const before = markdownOf(triesNow().now).length;
  const reply = await tryOptions(options, isFetched);
  return `${what}  ${inDifference(markdownOf(reply).length - before)}${remarksOf(reply)}`;
}

/** The document in a format, as text. */
async function inWords(
  format: Format,
  read: (document: TriedDocument) => string | undefined,
): Promise<string> {
  const reply = await inFormat(format);
  const text = read(reply.body.data) ?? '';
  return `${text === '' ? 'the page has none' : text}${remarksOf(reply)}`;
}

function remarksOf({ body: { data }, isFile }: ScrapeReply): string {
  const isAskedAgain = isFile !== true && data.metadata['cacheState'] !== 'hit';
  const warning = data.warning === undefined ? '' : `\n${data.warning}`;
  return warning + (isAskedAgain ? '\nThe site was asked again.' : '');
}

function markdownOf({ body: { data } }: ScrapeReply): string {
  return data.markdown ?? '';
}

function inCharacters(count: number): string {
  return `${count.toLocaleString('en')} characters`;
}

function inDifference(count: number): string {
  if (count === 0) return 'no change';
  return `${count > 0 ? '+' : '-'} ${inCharacters(Math.abs(count))}`;
}
