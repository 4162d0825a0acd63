import { ServiceError } from '../../lib/service-error.ts';
import { unifiedDiff } from '../../scraper/changes/unified-diff.ts';
import { UsageError } from '../command/command.ts';
import { readSchemaFlag } from '../output/schema-flag.ts';
import { shellWord } from '../command/shell-word.ts';
import type { PageAtHand, TriedPage, ScrapeBody } from './page-at-hand.ts';
import { withDropped, withKept } from './selectors.ts';

/** The commands of the shell, with what stands behind each and what it does. */
export const SHELL_COMMANDS: ReadonlyArray<readonly [name: string, behind: string, about: string]> = [
  ['keep', 'SELECTOR', 'Keep what it matches beside the content.'],
  ['drop', 'SELECTOR', 'Leave out what it matches.'],
  ['undo', '', 'Take the last keep, drop or browser back.'],
  ['parts', '', 'What was removed, and why.'],
  ['md', '', 'The page as Markdown.'],
  ['html', '', 'The content as HTML.'],
  ['links', '', 'Its links, one a line.'],
  ['diff', '', 'What changed in the Markdown since the page was fetched.'],
  ['json', 'SCHEMA', 'Data by a JSON Schema, a file with one, or fields: name, price:number.'],
  ['ask', 'QUESTION', 'An answer from the page.'],
  ['browser', '', 'Fetch the page once more, in a browser.'],
  ['curl', '', 'The request that does all this.'],
  ['help', '', 'These lines.'],
  ['exit', '', 'The end.'],
];

export const SHELL_HELP = SHELL_COMMANDS.map(
  ([name, behind, about]) => `  ${`${name} ${behind}`.padEnd(16)} ${about}\n`,
).join('');

export interface PageShellOptions {
  page: PageAtHand;
  /** The body of the request to begin with. */
  body: ScrapeBody;
  /** Where the request of `curl` goes to. */
  serviceUrl: string;
}

/** Tries of one page: what a request with other selectors or formats would give, without fetching it again. */
export class PageShell {
  readonly #page: PageAtHand;
  readonly #serviceUrl: string;
  #body: ScrapeBody;
  #made: TriedPage;
  readonly #first: TriedPage;
  readonly #earlier: Array<{ body: ScrapeBody; made: TriedPage }> = [];

  private constructor({ page, body, serviceUrl }: PageShellOptions, made: TriedPage) {
    this.#page = page;
    this.#body = body;
    this.#serviceUrl = serviceUrl;
    this.#made = made;
    this.#first = made;
  }

  /** Fetches the page. Rejects as a scrape does. */
  static async open(options: PageShellOptions): Promise<PageShell> {
    return new PageShell(options, await options.page.fetch(options.body));
  }

  /** The size of the page and of what stayed, for the beginning. */
  greet(): string {
    const { document, outline } = this.#made;
    const { statusCode, title } = document.metadata;
    const named = typeof title === 'string' && title !== '' ? `  ${title}` : '';
    const removed =
      outline === undefined ? '' : `, ${outline.removed.length + outline.moreRemoved} parts removed`;
    const { warning } = document;
    return `status ${statusCode}${named}\n${inCharacters(textOf(this.#made).length)} of Markdown${removed}; help tells what can be done\n${warning === undefined ? '' : `${warning}\n`}`;
  }

  /** The words that may stand behind `keep` and `drop`: the selectors of what was removed, or stayed. */
  selectors(command: string): string[] {
    const { removed = [], kept = [] } = this.#made.outline ?? {};
    return (command === 'keep' ? removed : kept).flatMap(({ selector }) => selector ?? []);
  }

  /** Does one line; gives what it prints. Rejects with a UsageError for a line that nobody understands. */
  async run(line: string): Promise<string> {
    const [, name = '', rest = ''] = /^(\S+)\s*([^]*)$/.exec(line.trim()) ?? [];
    const known = SHELL_COMMANDS.find(([each]) => each === name);
    if (known === undefined) throw new UsageError(`There is no ${name} here: help tells of all`);
    if (known[1] !== '' && rest === '')
      throw new UsageError(`${name} takes a ${known[1].toLowerCase()} behind it`);
    if (known[1] === '' && rest !== '') throw new UsageError(`${name} takes nothing behind it`);
    return await this.#answer(name, rest);
  }

  async #answer(name: string, rest: string): Promise<string> {
    switch (name) {
      case 'keep':
        return this.#try(withKept(this.#body, this.#made.outline, rest), `keep ${rest}`);
      case 'drop':
        return this.#try(withDropped(this.#body, rest), `drop ${rest}`);
      case 'browser':
        return this.#try({ ...this.#body, waitFor: 1 }, 'browser', true);
      case 'undo':
        return this.#undo();
      case 'parts':
        return partsOf(this.#made);
      case 'md':
        return ended(textOf(this.#made));
      case 'links':
        return (await this.#format('links')).document.links?.map((link) => `${link}\n`).join('') ?? '';
      case 'html':
        return ended((await this.#format('html')).document.html ?? '');
      case 'diff':
        return this.#diff();
      case 'json':
        return this.#json(rest);
      case 'ask':
        return this.#ask(rest);
      case 'curl':
        return `${this.#curl()}\n`;
      default:
        return SHELL_HELP;
    }
  }

  /** Takes another request; one that a scrape would refuse changes nothing. */
  async #try(body: ScrapeBody, what: string, isFetched = false): Promise<string> {
    const before = textOf(this.#made).length;
    const made = isFetched ? await this.#page.fetch(body) : await this.#page.again(body);
    this.#earlier.push({ body: this.#body, made: this.#made });
    this.#body = body;
    this.#made = made;
    return `${what}  ${inDifference(textOf(made).length - before)}${warningOf(made)}\n`;
  }

  #undo(): string {
    const last = this.#earlier.pop();
    if (last === undefined) throw new UsageError('There is nothing to undo');
    this.#body = last.body;
    this.#made = last.made;
    return `${inCharacters(textOf(last.made).length)}\n`;
  }

  /** The page in another format, by the request as it stands. */
  async #format(format: unknown): Promise<TriedPage> {
    return this.#page.again({ ...this.#body, formats: [format] });
  }

  #diff(): string {
    const sides = [this.#first, this.#made].map((made, index) => ({
      label: index === 0 ? 'as it was fetched' : 'now',
      lines: textOf(made).split('\n'),
    }));
    const diff = unifiedDiff(sides[0]!, sides[1]!);
    return diff === '' ? 'nothing changed\n' : diff;
  }

  async #json(given: string): Promise<string> {
    const made = await this.#format({ type: 'json', schema: readSchemaFlag(given) });
    return `${JSON.stringify(made.document.json ?? null, undefined, 2)}${warningOf(made)}\n`;
  }

  async #ask(question: string): Promise<string> {
    const made = await this.#format({ type: 'question', question });
    const { answer = '' } = made.document;
    return `${answer === '' ? 'the page does not say' : answer}${warningOf(made)}\n`;
  }

  #curl(): string {
    const body = shellWord(JSON.stringify(this.#body));
    return `curl -s ${this.#serviceUrl}/v2/scrape \\\n  -H 'Authorization: Bearer fc-YOUR-KEY' \\\n  -H 'Content-Type: application/json' \\\n  -d ${body}`;
  }
}

/** The error of a line in one sentence; undefined for one that ends the shell. */
export function sentenceOf(error: unknown): string | undefined {
  return error instanceof UsageError || error instanceof ServiceError ? error.message : undefined;
}

function textOf({ document }: TriedPage): string {
  return document.markdown ?? '';
}

function partsOf({ outline }: TriedPage): string {
  if (outline === undefined) return 'this is a file, which is kept whole\n';
  const lines = outline.removed.map(
    ({ rule, share, selector, tag, label, text, certainty }) =>
      `${(100 * share).toFixed(1).padStart(5)} %  ${rule} (${certainty})  ${selector ?? tag + label}\n         ${text}\n`,
  );
  const more = outline.moreRemoved > 0 ? `and ${outline.moreRemoved} smaller parts\n` : '';
  return lines.length === 0 ? 'nothing was removed\n' : lines.join('') + more;
}

function warningOf({ document: { warning } }: TriedPage): string {
  return warning === undefined ? '' : `\n${warning}`;
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

function inCharacters(count: number): string {
  return `${count.toLocaleString('en')} characters`;
}

function inDifference(count: number): string {
  if (count === 0) return 'no change';
  return `${count > 0 ? '+' : '-'} ${inCharacters(Math.abs(count))}`;
}
