import type { ToolInput } from '../../../contract/tools/index.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { fencePage } from '../../../models/fence.ts';
import { cutAtLine } from './long-text.ts';
import type { ShownDocument, ToolMeans } from './page-tools.ts';

/** Runs code or a task in the live browser of a page; the first call opens it. */
export async function actOnPage(
  { url, id: given, code, language, prompt, timeout, maxCharacters }: ToolInput<'interact'>,
  means: ToolMeans,
): Promise<string> {
  const { calls, signal } = means;
  const id = given ?? (await open(url, means));
  const task = code === undefined ? { prompt } : { code, language };
  if (code === undefined && prompt === undefined)
    throw new ServiceError('BAD_REQUEST', { message: 'interact takes code or a prompt' });
  const body = { ...task, timeout };
  const answer = await calls.call('interact', { params: { id }, body }, signal);
  const parts = ['output', 'stdout', 'result', 'stderr'].flatMap((name) => {
    const text = answer[name];
    return typeof text === 'string' && text !== '' ? [`${name}:\n${cutAtLine(text, maxCharacters)}`] : [];
  });
  const state =
    answer['killed'] === true ? 'stopped at its timeout' : `exit code ${String(answer['exitCode'])}`;
  const view = answer['liveViewUrl'];
  return [
    `Session ${id}: ${state}. Go on with id ${id}; interact_end closes it.`,
    ...(typeof view === 'string' ? [`Watch it: ${view}`] : []),
    ...(parts.length === 0 ? [] : [fencePage(parts.join('\n\n')).fenced]),
  ].join('\n\n');
}

async function open(url: string | undefined, { calls, signal }: ToolMeans): Promise<string> {
  if (url === undefined)
    throw new ServiceError('BAD_REQUEST', {
      message: 'interact takes a url to open, or the id of a session',
    });
  const { data } = await calls.call('scrape', { body: { url, formats: ['markdown'], maxAge: 0 } }, signal);
  return String((data as ShownDocument).metadata['scrapeId']);
}

export async function closeSession(
  { id }: ToolInput<'interact_end'>,
  { calls, signal }: ToolMeans,
): Promise<string> {
  const answer = await calls.call('interactStop', { params: { id } }, signal);
  return `The session is closed: ${Math.round(Number(answer['sessionDurationMs']) / 1_000)} s, ${String(answer['creditsBilled'])} credits.`;
}
