import { calendarSign } from './calendar-sign.ts';
import { isSessionParameter, withoutSession } from '../same-page/session-parameters.ts';
import type { TrapSign } from './trap-sign.ts';

/** Segments of a path that a site's own structure hardly needs. */
const DEEP = 20;
const DEEP_LIMIT = 100;
/** A name three times in one path happens (`/rails/rails/tree/main/rails`), four times hardly. */
const THRICE_LIMIT = 200;
const MORE_OFTEN_LIMIT = 20;
const SESSION_LIMIT = 3;
const REPEATED_PARAMETER_LIMIT = 10;

/** The signs of a URL by itself, whatever else was seen. */
export function trapSigns(url: URL, thisYear: number): TrapSign[] {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  return [
    calendarSign(url, thisYear),
    repeatingPathSign(url, segments),
    segments.length > DEEP
      ? ({ kind: 'deep path', pattern: `${url.host}/…`, limit: DEEP_LIMIT } as const)
      : undefined,
    sessionSign(url),
    repeatingParameterSign(url),
  ].filter((sign) => sign !== undefined);
}

/** `/a/b/a/b/a/b`: what becomes of a relative link that should have been an absolute one. Numbers may repeat. */
function repeatingPathSign(url: URL, segments: readonly string[]): TrapSign | undefined {
  if (segments.length < 3) return undefined;
  const [name, times] = mostFrequent(segments.filter((segment) => !/^\d+$/.test(segment)));
  if (times < 3) return undefined;
  return {
    kind: 'repeating path',
    pattern: `${url.host}${`/…/${name}`.repeat(Math.min(times, 4))}`,
    limit: times === 3 ? THRICE_LIMIT : MORE_OFTEN_LIMIT,
  };
}

/** One page under ever new session ids, where these do not count as the same page anyway. */
function sessionSign(url: URL): TrapSign | undefined {
  const path = url.pathname
    .split('/')
    .map(withoutSession)
    .filter((segment) => segment !== undefined)
    .join('/');
  let isMarked = path !== url.pathname;
  const others: string[] = [];
  for (const [name, value] of url.searchParams) {
    if (isSessionParameter(name, value)) isMarked = true;
    else others.push(`${name}=${value}`);
  }
  if (!isMarked) return undefined;
  const query = others.length === 0 ? '' : `?${others.join('&')}`;
  return { kind: 'session ids', pattern: `${url.host}${path}${query}`, limit: SESSION_LIMIT };
}

/** `?a=1&a=1&a=1`: a link that adds to the query of the page it stands on. */
function repeatingParameterSign(url: URL): TrapSign | undefined {
  if (url.search.length < 2) return undefined;
  const [parameter, times] = mostFrequent(url.search.slice(1).split('&'));
  if (times < 3) return undefined;
  const pattern = `${url.host}${url.pathname}?${parameter}&${parameter}`;
  return { kind: 'repeating parameters', pattern, limit: REPEATED_PARAMETER_LIMIT };
}

function mostFrequent(names: readonly string[]): [name: string, times: number] {
  const counts = new Map<string, number>();
  let most: [string, number] = ['', 0];
  for (const name of names) {
    const times = (counts.get(name) ?? 0) + 1;
    counts.set(name, times);
    if (times > most[1]) most = [name, times];
  }
  return most;
}
