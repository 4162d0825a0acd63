/** The signs of a page at one moment. */
export interface PageRest {
  /** Characters of text, counted up to `ENOUGH_CHARACTERS`. */
  characters: number;
  /** It says or shows that it is loading. */
  isBusy: boolean;
  hasScript: boolean;
  isParsed: boolean;
  /** Changes of text since the parser was done. */
  changes: number;
  sinceChangeMs: number;
  /** Since text was added where none is ever taken away. */
  sinceGrowthMs: number;
  /** How long changes have followed each other closely. */
  runMs: number;
  /** How long until the last near and far timers are due; 0 for none. */
  nearTimersMs: number;
  farTimersMs: number;
  /** How long each counted request has been open. */
  openMs: readonly number[];
  /** Since a counted request began or ended. */
  sinceNetworkMs: number;
  /** Requests for data so far. */
  asked: number;
  /** Streams, sockets and workers so far. */
  sources: number;
  /** Until the page goes elsewhere by itself; -1 when it does not. */
  scheduledMs: number;
  /** Since its document came. */
  ageMs: number;
}

/** Text beyond that is not counted: the page shows something, whatever it says about loading. */
export const ENOUGH_CHARACTERS = 400;
/** How long every counted request is waited for. */
export const REQUEST_MS = 1_500;
/** Fewer characters are a shell that waits for its content. */
const SHELL_CHARACTERS = 80;
/** So few are none: a title, a sign. */
const NO_CHARACTERS = 5;
/** How long a request is waited for on a page that says it is loading, and on a shell. */
const BUSY_REQUEST_MS = 5_000;
const SHELL_REQUEST_MS = 8_000;
/** How long nothing may happen before a page counts as done. */
const QUIET_MS = {
  /** Nothing has happened since it was parsed. */
  untouched: 80,
  usual: 200,
  /** There is enough of text. */
  rich: 100,
  shell: 500,
  /** A shell from which more must be expected. */
  waitingShell: 1_200,
} as const;
/** A page that sends its readers on within that is not read before. */
const SOON_MS = 5_000;
/** A page whose parser gets no further for so long, with text to show, is read as it is. */
const STUCK_PARSER_MS = 5_000;
/** How long text is waited for that goes on changing, or growing, although no request brings any. */
const CHANGING_MS = { shown: 2_000, shell: 4_000 } as const;
const GROWING_MS = { shown: 4_000, shell: 8_000 } as const;
/** The longest wait for a page that shows text, and for one that does not, whatever happens on the page. */
const SHOWN_MS = 10_000;
const SHELL_MS = 20_000;

/** How long until a page can count as done, should nothing more happen, ms; 0 or less: it is done. */
export function remainingWait(page: PageRest): number {
  const isShell = page.characters < SHELL_CHARACTERS || (page.isBusy && page.characters < ENOUGH_CHARACTERS);
  if (!page.isParsed && (isShell || page.sinceChangeMs < STUCK_PARSER_MS)) return REQUEST_MS;
  if (page.ageMs > (isShell ? SHELL_MS : SHOWN_MS)) return 0;
  if (page.scheduledMs >= 0 && page.scheduledMs <= SOON_MS) return REQUEST_MS;
  const patienceMs = isShell ? SHELL_REQUEST_MS : page.isBusy ? BUSY_REQUEST_MS : REQUEST_MS;
  const underWayMs = Math.max(
    page.nearTimersMs,
    isShell ? page.farTimersMs : 0,
    ...page.openMs.map((openMs) => patienceMs - openMs),
  );
  if (underWayMs > 0) return underWayMs;
  if (!page.hasScript) return 0;
  return quietMs(page, isShell) - Math.min(page.sinceNetworkMs, sinceTextMs(page, isShell));
}

function sinceTextMs(page: PageRest, isShell: boolean): number {
  const kind = isShell ? 'shell' : 'shown';
  const unrestMs = Math.min(page.sinceNetworkMs, page.runMs);
  if (unrestMs < CHANGING_MS[kind]) return page.sinceChangeMs;
  return unrestMs < GROWING_MS[kind] ? page.sinceGrowthMs : Number.POSITIVE_INFINITY;
}

function quietMs(page: PageRest, isShell: boolean): number {
  if (!isShell) {
    if (page.changes === 0 && page.asked === 0) return QUIET_MS.untouched;
    return page.characters >= ENOUGH_CHARACTERS && !page.isBusy ? QUIET_MS.rich : QUIET_MS.usual;
  }
  const isWaiting = page.isBusy || page.characters < NO_CHARACTERS || page.sources > 0;
  return isWaiting ? QUIET_MS.waitingShell : QUIET_MS.shell;
}
