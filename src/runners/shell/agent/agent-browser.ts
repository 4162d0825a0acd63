import type { ConsoleMessage, Locator, Page, Request } from 'playwright-core';
import type { DrivenBrowser } from '../../driving/driven-browser.ts';

/** A failure as its caller reads it, after a cross, on standard error. */
export class AgentError extends Error {}

/** The answer of a command: for people, and as `--json` gives it. */
export interface AgentAnswer {
  text: string;
  data: unknown;
}

export interface AgentFiles {
  read(path: string): Promise<Buffer>;
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** The path as the shell's other programs find it. */
  resolve(path: string): string;
}

export interface NotedRequest {
  method: string;
  url: string;
  type: string;
  status: number | undefined;
}

/** The session's browser as commands see it. */
export interface CommandBrowser {
  readonly driven: DrivenBrowser;
  readonly files: AgentFiles;
  readonly stdin: string;
  readonly notes: PageNotes;
  page(): Promise<Page>;
  /** The first element that fits, once there is one. */
  locate(selector: string): Promise<Locator>;
  readMarkdown(): Promise<string>;
}

/** Messages, errors and requests of pages since the first command. */
export interface PageNotes {
  console: { type: string; text: string }[];
  errors: string[];
  requests: NotedRequest[];
  /** The last snapshot, for `diff snapshot`. */
  snapshot: string;
}

export type AgentCommand = (words: string[], agent: CommandBrowser) => Promise<AgentAnswer>;

/** An element that does not come is told of soon. */
const ELEMENT_MS = 3_000;
/** An element that is there and cannot be acted on. */
export const ACTION_MS = 10_000;
const MAX_NOTES = 1_000;

export const ACTED: AgentAnswer = { text: '✓ Done', data: {} };

export function answer(text: string, data: unknown = { value: text }): AgentAnswer {
  return { text, data };
}

export function needWord(words: readonly string[], at: number, what: string): string {
  const word = words[at];
  if (word === undefined) throw new AgentError(`Missing argument: ${what}`);
  return word;
}

/** Takes `--name value` or `-n value` out of the words. */
export function takeOption(words: string[], ...names: string[]): string | undefined {
  const at = words.findIndex((word) => names.includes(word));
  if (at < 0) return undefined;
  const [, value] = words.splice(at, 2);
  return value ?? '';
}

/** Takes `--name` or `-n` out of the words. */
export function takeFlag(words: string[], ...names: string[]): boolean {
  const at = words.findIndex((word) => names.includes(word));
  if (at >= 0) words.splice(at, 1);
  return at >= 0;
}

export async function locateOn(page: Page, selector: string): Promise<Locator> {
  const [, ref] = /^(?:@|ref=)?(e\d+|f\d+e\d+)$/.exec(selector) ?? [];
  if (ref !== undefined) {
    const found = page.getByRef(ref);
    const isThere = await found.count().then(
      (count) => count > 0,
      () => false,
    );
    if (!isThere) throw new AgentError(`Unknown ref: ${ref}`);
    return found;
  }
  const found = page.locator(selector).first();
  try {
    await found.waitFor({ state: 'attached', timeout: ELEMENT_MS });
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError') throw error;
    throw new AgentError(
      `Element not found: ${selector}. Verify the selector is correct and the element exists in the DOM.`,
    );
  }
  return found;
}

/** Notes what pages say, from now on, for as long as the session lives. */
export function notePages({ context }: DrivenBrowser): PageNotes {
  const notes: PageNotes = { console: [], errors: [], requests: [], snapshot: '' };
  const note = <Note>(list: Note[], entry: Note): void => {
    if (list.length < MAX_NOTES) list.push(entry);
  };
  context.on('console', (message: ConsoleMessage) =>
    note(notes.console, { type: message.type(), text: message.text() }),
  );
  context.on('weberror', (error) => note(notes.errors, error.error().message));
  const noted = new WeakMap<Request, NotedRequest>();
  context.on('request', (request) => {
    const entry: NotedRequest = {
      method: request.method(),
      url: request.url(),
      type: request.resourceType(),
      status: undefined,
    };
    noted.set(request, entry);
    note(notes.requests, entry);
  });
  context.on('response', (response) => {
    const entry = noted.get(response.request());
    if (entry) entry.status = response.status();
  });
  return notes;
}
