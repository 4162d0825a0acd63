import type { RenderReason } from '../../html/render-need.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { renderMemoryKey, type RenderPlace } from './render-memory-key.ts';

/** How a page came to its text. */
export interface RenderResult {
  /** Characters of the page as a plain request brought it. */
  httpCharacters: number;
  /** The same after its scripts had run; undefined: nothing on the page asked for that. */
  renderedCharacters: number | undefined;
  /** Why it was rendered. */
  reason?: RenderReason | undefined;
}

/**
 * The memory of which pages needed a browser, by team, host and shape of the path. Each process has its own and loses
 * it at its end.
 */
export interface RenderMemory {
  /**
   * 'browser': do not lose time on a plain request. 'http': what it brings is all there is, whatever the page looks
   * like. Undefined: look at the page; also now and then when the answer is known, so that it can change.
   */
  adviseFor(place: RenderPlace): 'browser' | 'http' | undefined;
  note(place: RenderPlace, result: RenderResult): void;
}

interface RenderMemoryOptions {
  clock: Clock;
  maxEntries?: number;
}

/** The counts for one shape of path; they fade, so that new pages count more. */
interface Entry {
  /** Renders that brought text. */
  useful: number;
  /** Renders that brought none. */
  vain: number;
  /** Pages whose HTML was enough. */
  enough: number;
  notedAt: number;
  /** Advice given since. */
  advised: number;
}

const MAX_ENTRIES = 2_000;
const EXPIRY_MS = 6 * 3_600_000;
/** One render may be a page by itself, two are a kind of page. */
const USEFUL_TO_TRUST = 2;
/** One page in five of another kind, and each is looked at by itself. */
const CLEAR_RATIO = 4;
/** So often an advice is followed before it is put to the test. */
const ADVICE_BEFORE_CHECK = 25;
const MAX_COUNT = 16;
/** A render that adds less, in characters and as a share of what was there, brought nothing. */
const WORTHWHILE_CHARACTERS = 200;
const WORTHWHILE_SHARE = 0.2;
/** Reasons where the plain request brought another page, so that lengths cannot be compared. */
const OTHER_PAGE: ReadonlySet<RenderReason> = new Set(['challenge', 'script redirect']);

/** Makes a memory of 2,000 shapes at most; each is forgotten six hours after its last note. */
export function createRenderMemory({ clock, maxEntries = MAX_ENTRIES }: RenderMemoryOptions): RenderMemory {
  // In the order of their last note.
  const entries = new Map<string, Entry>();

  function find(key: string): Entry | undefined {
    const entry = entries.get(key);
    if (entry === undefined || clock.now() - entry.notedAt < EXPIRY_MS) return entry;
    entries.delete(key);
    return undefined;
  }

  return {
    adviseFor(place) {
      const entry = find(renderMemoryKey(place));
      const advice = entry && adviceOf(entry);
      if (!entry || advice === undefined) return undefined;
      // The test goes on until its result is noted: the next to ask may not be the one that looks.
      if (entry.advised >= ADVICE_BEFORE_CHECK) return undefined;
      entry.advised++;
      return advice;
    },

    note(place, result) {
      const key = renderMemoryKey(place);
      const kind = kindOf(result);
      const found = find(key);
      // Most pages need no browser and nothing to be remembered of them.
      if (!found && kind === 'enough') return;
      const entry = found ?? { useful: 0, vain: 0, enough: 0, notedAt: 0, advised: 0 };
      if (entry[kind] >= MAX_COUNT) fade(entry);
      entry[kind]++;
      entry.advised = 0;
      entry.notedAt = clock.now();
      entries.delete(key);
      entries.set(key, entry);
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value!);
    },
  };
}

function adviceOf({ useful, vain, enough }: Entry): 'browser' | 'http' | undefined {
  if (useful >= USEFUL_TO_TRUST && useful >= CLEAR_RATIO * (vain + enough)) return 'browser';
  return vain >= 1 && vain >= CLEAR_RATIO * useful ? 'http' : undefined;
}

function kindOf({ httpCharacters, renderedCharacters, reason }: RenderResult): 'useful' | 'vain' | 'enough' {
  if (renderedCharacters === undefined) return 'enough';
  if (reason !== undefined && OTHER_PAGE.has(reason)) return 'useful';
  const added = renderedCharacters - httpCharacters;
  const isVain = added < WORTHWHILE_CHARACTERS && added <= WORTHWHILE_SHARE * httpCharacters;
  return isVain ? 'vain' : 'useful';
}

function fade(entry: Entry): void {
  entry.useful = Math.floor(entry.useful / 2);
  entry.vain = Math.floor(entry.vain / 2);
  entry.enough = Math.floor(entry.enough / 2);
}
