import { ApiError, call } from '../api.ts';
import type { JobAnswer } from './job.ts';
import type { ToldPage } from './page-tree.ts';

/** How news of a job come: pushed, or asked for while no socket can be had; nothing more comes after the end. */
export type Link = 'connecting' | 'live' | 'polling' | 'ended';

/** Takes the news of a job. */
export interface JobListener {
  pages(pages: readonly ToldPage[]): void;
  job(answer: JobAnswer): void;
  link(link: Link): void;
  problem(problem: unknown): void;
}

interface PagesAnswer {
  data: ToldPage[];
  cursor: string;
  has_more: boolean;
}

type Frame = ({ type: 'job' } & JobAnswer) | ({ type: 'pages' } & PagesAnswer) | { type: 'error' };

const PAUSE_MS = 1_000;
/** Between two tries for a socket, at most. */
const MAX_BACKOFF_MS = 30_000;
/** Asking takes this part of the time at most. */
const SHARE = 1 / 20;

/** Follows a job until its end or until the signal aborts: over a socket, and by asking while there is none. */
export async function followJob(id: string, listener: JobListener, signal: AbortSignal): Promise<void> {
  const following: Following = { id, listener, signal, cursor: '', isOver: false };
  listener.link('connecting');
  for (let failures = 0; isGoing(following); failures++) {
    await untilSeen(signal);
    if (!isGoing(following)) break;
    if (await listen(following)) failures = 0;
    if (!isGoing(following) || document.hidden) continue;
    listener.link('polling');
    await poll(following, Math.min(MAX_BACKOFF_MS, PAUSE_MS * 2 ** failures));
  }
  if (!signal.aborted) listener.link('ended');
}

interface Following {
  readonly id: string;
  readonly listener: JobListener;
  readonly signal: AbortSignal;
  /** How far the pages were read. */
  cursor: string;
  /** The job has ended, or is none of ours. */
  isOver: boolean;
}

function isGoing({ isOver, signal }: Following): boolean {
  return !isOver && !signal.aborted;
}

/** Resolves when the socket is closed, to whether it brought anything. */
function listen(following: Following): Promise<boolean> {
  const { id, cursor, listener, signal } = following;
  const url = new URL(`v2/team/jobs/${encodeURIComponent(id)}`, document.baseURI);
  url.protocol = url.protocol.replace('http', 'ws');
  url.hash = '';
  if (cursor !== '') url.searchParams.set('cursor', cursor);
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    const state = { isOpen: false };
    const close = (): void => socket.close();
    // Nobody sees it: what is missed comes with the next socket.
    const closeUnseen = (): void => void (document.hidden && close());
    signal.addEventListener('abort', close);
    document.addEventListener('visibilitychange', closeUnseen);
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const frame = JSON.parse(data) as Frame;
      if (signal.aborted || frame.type === 'error') return;
      if (!state.isOpen) listener.link('live');
      state.isOpen = true;
      if (frame.type === 'job') takeJob(following, frame);
      else takePages(following, frame);
    });
    socket.addEventListener('close', () => {
      signal.removeEventListener('abort', close);
      document.removeEventListener('visibilitychange', closeUnseen);
      resolve(state.isOpen);
    });
  });
}

/** Asks for so long. */
async function poll(following: Following, forMs: number): Promise<void> {
  const until = performance.now() + forMs;
  const { listener, signal } = following;
  while (isGoing(following) && !document.hidden) {
    const from = performance.now();
    try {
      await ask(following);
    } catch (problem) {
      if (signal.aborted) return;
      listener.problem(problem);
      following.isOver = problem instanceof ApiError && problem.status === 404;
    }
    if (!isGoing(following) || performance.now() >= until) return;
    await rest(Math.max(PAUSE_MS, (performance.now() - from) / SHARE), signal);
  }
}

async function ask(following: Following): Promise<void> {
  const path = `/v2/team/jobs/${encodeURIComponent(following.id)}`;
  // Read before its pages: a job that has ended changes no more.
  const { body } = await call<JobAnswer>(path);
  for (let hasMore = true; hasMore && isGoing(following);) {
    const query = new URLSearchParams({ cursor: following.cursor });
    const pages = await call<PagesAnswer>(`${path}/changes?${query.toString()}`);
    if (following.signal.aborted) return;
    takePages(following, pages.body);
    hasMore = pages.body.has_more;
  }
  if (!following.signal.aborted) takeJob(following, body);
}

function takeJob(following: Following, answer: JobAnswer): void {
  following.listener.problem(undefined);
  following.listener.job(answer);
  if (answer.data.status !== 'scraping') following.isOver = true;
}

function takePages(following: Following, { data, cursor }: PagesAnswer): void {
  following.cursor = cursor;
  following.listener.pages(data);
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

/** Resolves when the page is seen. */
function untilSeen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });
}
