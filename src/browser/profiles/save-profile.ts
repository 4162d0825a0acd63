import type { CallOptions } from '../cdp/pending-calls.ts';
import type { LivePage } from '../page/live-page.ts';
import { readStorage } from '../page-scripts/origin-storage.js';
import { readDatabase } from '../page-scripts/read-database.js';
import { readCookies } from './cookies.ts';
import { openEmptyTab, type EmptyTab } from './empty-tab.ts';
import {
  MAX_CHARACTERS,
  MAX_DATABASES,
  MAX_ORIGINS,
  sizeOf,
  type OriginStorage,
  type ProfileState,
  type StoredDatabase,
} from './profile-state.ts';
import { createRemarks, type Remarks } from './remarks.ts';

export interface SaveProfileOptions {
  /**
   * The state that was restored, if any: its origins are read as well, and stand in for those that cannot be read now.
   */
  former: ProfileState | undefined;
  /** That the visit has touched, see `watchOrigins`; the most important ones first. */
  origins: readonly string[];
}

export interface SavedProfile {
  state: ProfileState;
  /** Sentences about what is missing in it. */
  warnings: string[];
}

/** A page that holds a database for so long keeps it from being saved. */
const PATIENCE_MS = 2_000;

interface Reading {
  tab: EmptyTab;
  remarks: Remarks;
  /** Characters. */
  room: number;
}

/** Reads what the context of a live page keeps now. The page stays as it is. */
export async function saveProfile(
  live: LivePage,
  { former, origins }: SaveProfileOptions,
  call: CallOptions,
): Promise<SavedProfile> {
  const remarks = createRemarks();
  const cookies = await readCookies(live, call);
  const state: ProfileState = { format: 1, cookies, origins: [] };
  const before = new Map(former?.origins.map((storage) => [storage.origin, storage]));
  // The newest first: what has no place any more is what was touched longest ago.
  const candidates = [...new Set([...origins, ...before.keys()])];
  if (candidates.length > 0) {
    await using tab = await openEmptyTab(live, call);
    const reading: Reading = { tab, remarks, room: MAX_CHARACTERS - JSON.stringify(cookies).length };
    for (const origin of candidates) {
      const storage = await readOrigin(reading, origin, before.get(origin), call);
      if (storage.localStorage === null && storage.databases.length === 0) continue;
      if (state.origins.length === MAX_ORIGINS) {
        remarks.add(`the storage of ${origin} was not saved: a profile keeps at most ${MAX_ORIGINS} origins`);
        continue;
      }
      state.origins.push(storage);
    }
  }
  return { state, warnings: remarks.sentences };
}

async function readOrigin(
  reading: Reading,
  origin: string,
  before: OriginStorage | undefined,
  call: CallOptions,
): Promise<OriginStorage> {
  const { tab, remarks } = reading;
  const empty: OriginStorage = { origin, localStorage: null, databases: [] };
  if (!(await tab.show(origin, call))) {
    remarks.add(`the storage of ${origin} could not be read`);
    const kept = before !== undefined && sizeOf(before) <= reading.room ? before : empty;
    reading.room -= sizeOf(kept);
    return kept;
  }
  const limits = { maxCharacters: Math.max(0, reading.room), maxDatabases: MAX_DATABASES };
  const { localStorage, isTooLarge, databases, moreDatabases } = await tab.run(readStorage, limits, call);
  if (isTooLarge) remarks.add(`the localStorage of ${origin} was not saved: ${TOO_LARGE}`);
  if (moreDatabases > 0) {
    remarks.add(`${moreDatabases} databases of ${origin} were not saved: at most ${MAX_DATABASES} are`);
  }
  const storage: OriginStorage = { ...empty, localStorage };
  reading.room -= sizeOf(storage);
  for (const name of databases) {
    const earlier = before?.databases.find((each) => each.name === name);
    const database = await readOneDatabase(reading, { origin, name, earlier }, call);
    if (database === undefined) continue;
    storage.databases.push(database);
    reading.room -= name.length + database.text.length;
  }
  return storage;
}

const TOO_LARGE = `a profile holds at most ${MAX_CHARACTERS / 1e6} MB`;

async function readOneDatabase(
  { tab, remarks, room }: Reading,
  { origin, name, earlier }: { origin: string; name: string; earlier: StoredDatabase | undefined },
  call: CallOptions,
): Promise<StoredDatabase | undefined> {
  const place = `the database ${name} of ${origin}`;
  const maxCharacters = Math.max(0, room - name.length);
  const read = await tab.run(readDatabase, { name, maxCharacters, patienceMs: PATIENCE_MS }, call);
  if (!('problem' in read)) {
    if (read.leftOut > 0) remarks.add(`${read.leftOut} records of ${place} cannot be saved (keys, handles)`);
    return { name, text: read.text };
  }
  const why = read.problem === 'too large' ? TOO_LARGE : read.problem;
  const hasRoom = earlier !== undefined && earlier.text.length <= maxCharacters;
  remarks.add(`${place} was not saved: ${why}${hasRoom ? '; it stays as it was' : ''}`);
  return hasRoom ? earlier : undefined;
}
