import { restoreProfile } from '../browser/profiles/restore-profile.ts';
import { saveProfile } from '../browser/profiles/save-profile.ts';
import { watchOrigins } from '../browser/profiles/watch-origins.ts';
import type { SessionBrowser } from '../browser/sharing/session-browser.ts';
import type { Profile } from '../contract/options/profile.ts';
import type { Log } from '../lib/log/log.ts';
import type { Profiles } from '../scraper/profiles/profiles.ts';

/** Reading and writing the storage of a browser take so long at most. */
const PATIENCE_MS = 15_000;

/** The profile that a session is used with. Dispose it to let others write it. */
export interface SessionProfile extends AsyncDisposable {
  /** Puts it into a browser that has shown no page yet. */
  restore(browser: SessionBrowser): Promise<void>;
  /** Keeps what the browser has now; does nothing when the profile is only read. */
  save(browser: SessionBrowser): Promise<void>;
}

export interface SessionProfileRequest {
  profiles: Profiles;
  teamId: string;
  profile: Profile;
  log: Log;
  signal: AbortSignal;
}

/** Opens the profile of a session; CONFLICT while another writes it, BAD_REQUEST when the team has too many. */
export async function openSessionProfile(request: SessionProfileRequest): Promise<SessionProfile> {
  const { profiles, teamId, profile, log, signal } = request;
  const opened = await profiles.open({ ...profile, teamId, signal });
  const watching: { origins: () => string[] } = { origins: () => [] };
  const call = () => ({ signal: AbortSignal.timeout(PATIENCE_MS), timeoutMs: PATIENCE_MS });
  const told = (warnings: readonly string[]): void => {
    for (const warning of warnings) log.info('profile of a session', { warning });
  };
  return {
    async restore(browser) {
      const page = await browser.activePage(AbortSignal.timeout(PATIENCE_MS));
      if (opened.state) told(await restoreProfile(page, opened.state, call()));
      watching.origins = watchOrigins(page).origins;
    },
    async save(browser) {
      if (!profile.saveChanges) return;
      const page = await browser.activePage(AbortSignal.timeout(PATIENCE_MS));
      const shown = browser.tabs().flatMap(({ url }) => originOf(url) ?? []);
      const origins = [...new Set([...shown, ...watching.origins()])];
      const { state, warnings } = await saveProfile(page, { former: opened.state, origins }, call());
      told(warnings);
      await opened.save(state);
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

function originOf(address: string): string | undefined {
  const url = URL.parse(address);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.origin : undefined;
}
