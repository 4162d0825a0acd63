import { call } from '../../../api.ts';
import { formatName, formatsAsked, SHOWN_FORMATS, url } from '../../request.ts';
import type { Format, Given, ScrapeReply, ShownDocument } from '../../request.ts';
import { run, sendFile, showReply } from '../../run.ts';
import { TASKS } from '../../tasks.ts';
import { aimAt, isOfFile, readForm, writeForm } from '../form-options.ts';

/** A document with what the tabs show by its name alone. */
export type TriedDocument = ShownDocument & { html?: string; answer?: string };

interface Tries {
  first: ScrapeReply;
  /** The reply that the tabs show. */
  now: ScrapeReply;
  earlier: Array<{ options: Given; reply: ScrapeReply }>;
}

const kept: { tries?: Tries } = {};
/** A stored copy of any age; more than that, and JSON would not hold it. */
const ANY_AGE_MS = Number.MAX_SAFE_INTEGER;

/** The tries since somebody scraped the page otherwise than by the prompt. */
export function triesNow(): Tries {
  const { reply } = run.peek();
  if (reply === undefined) throw new Error('There is no page here');
  if (kept.tries?.now !== reply) kept.tries = { first: reply, now: reply, earlier: [] };
  aimAt(reply.body.data.metadata['sourceURL']);
  return kept.tries;
}

/** Takes other options: makes the document with them, and shows it in all tabs. Options that are refused change nothing. */
export async function tryOptions(options: Given, isFetched = false): Promise<ScrapeReply> {
  const tries = triesNow();
  const before = { options: readForm(), reply: tries.now };
  const reply = await make(options, isFetched);
  if (run.peek().reply !== tries.now) throw new Error('Another document has come meanwhile: try again');
  tries.earlier.push(before);
  show(tries, { options, reply });
  return reply;
}

/** Takes the last try back; the document of before is still here. */
export function undoTry(): ScrapeReply {
  const tries = triesNow();
  const last = tries.earlier.pop();
  if (last === undefined) throw new Error('There is nothing to undo');
  show(tries, last);
  return last.reply;
}

/** The document in another format, by the options as they stand; the tabs stay as they are. */
export function inFormat(format: Format): Promise<ScrapeReply> {
  triesNow();
  // A page with a screenshot is stored beside the one without.
  const pictures = formatsAsked().filter((each) => formatName(each) === 'screenshot');
  return make({ ...readForm(), formats: [...(isOfFile() ? [] : pictures), format] }, false);
}

function show(tries: Tries, { options, reply }: { options: Given; reply: ScrapeReply }): void {
  tries.now = reply;
  writeForm(options);
  showReply(reply);
}

async function make(options: Given, isFetched: boolean): Promise<ScrapeReply> {
  if (isOfFile()) return sendFile(options);
  const body = { url: url.peek().trim(), formats: SHOWN_FORMATS, ...options };
  return call<ScrapeReply['body']>(TASKS.scrape.path, { ...body, maxAge: isFetched ? 0 : ANY_AGE_MS });
}
