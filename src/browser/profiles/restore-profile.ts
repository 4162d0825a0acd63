import type { CallOptions } from '../cdp/pending-calls.ts';
import type { LivePage } from '../page/live-page.ts';
import { writeStorage } from '../page-scripts/origin-storage.js';
import { writeDatabase } from '../page-scripts/write-database.js';
import { readCookies, writeCookies } from './cookies.ts';
import { openEmptyTab, type EmptyTab } from './empty-tab.ts';
import type { OriginStorage, ProfileState } from './profile-state.ts';
import { createRemarks, type Remarks } from './remarks.ts';

/**
 * Puts a profile into the fresh context of a live page, before the page goes anywhere: its first script finds everything.
 * Returns sentences about what the browser did not take.
 */
export async function restoreProfile(
  live: LivePage,
  state: ProfileState,
  call: CallOptions,
): Promise<string[]> {
  const remarks = createRemarks();
  // Those that are there already came with the request: they say what the caller wants now.
  const given = new Set((await readCookies(live, call)).map(placeOf));
  const cookies = state.cookies.filter((cookie) => !given.has(placeOf(cookie)));
  const refused = await writeCookies(live, cookies, call);
  if (refused > 0) remarks.add(`${refused} cookies could not be restored`);
  if (state.origins.length === 0) return remarks.sentences;
  await using tab = await openEmptyTab(live, call);
  for (const storage of state.origins) await writeOrigin(tab, { storage, remarks }, call);
  return remarks.sentences;
}

/** Two cookies with the same are one. */
function placeOf({ name, domain, path, partitionKey }: ProfileState['cookies'][number]): string {
  return JSON.stringify([name, domain, path, partitionKey]);
}

async function writeOrigin(
  tab: EmptyTab,
  { storage, remarks }: { storage: OriginStorage; remarks: Remarks },
  call: CallOptions,
): Promise<void> {
  const { origin, localStorage, databases } = storage;
  if (!(await tab.show(origin, call))) return remarks.add(`the storage of ${origin} could not be restored`);
  if (localStorage !== null) {
    const refused = await tab.run(writeStorage, { localStorage }, call);
    if (refused > 0) remarks.add(`${refused} entries of the localStorage of ${origin} could not be restored`);
  }
  for (const { name, text } of databases) {
    const problem = await tab.run(writeDatabase, { name, text }, call);
    if (problem !== null) remarks.add(`the database ${name} of ${origin} could not be restored (${problem})`);
  }
}
