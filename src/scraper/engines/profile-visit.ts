import type { LivePage } from '../../browser/page/live-page.ts';
import { restoreProfile } from '../../browser/profiles/restore-profile.ts';
import { saveProfile } from '../../browser/profiles/save-profile.ts';
import { watchOrigins } from '../../browser/profiles/watch-origins.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { OpenProfile, Profiles } from '../profiles/profiles.ts';
import type { EngineRequest, EngineResult } from './engine.ts';

/** The profile that a visit is made with. Dispose it to let others write it. */
export interface ProfileVisit extends AsyncDisposable {
  /** Runs a visit of a fresh tab as the profile's user, and saves what came of it when it went well. */
  with(live: LivePage, look: () => Promise<EngineResult>): Promise<EngineResult>;
}

/** Nobody waits for the answer to a page of a job: it may come after another writer of its profile. */
const BACKGROUND_PATIENCE_MS = 60_000;

/**
 * Opens the profile of a request; undefined when the request asks for none. Rejects with CONFLICT while another writer
 * has the profile, before any browser is asked for.
 */
export async function openProfileVisit(
  profiles: Profiles | undefined,
  request: EngineRequest,
): Promise<ProfileVisit | undefined> {
  const { options, teamId, deadline, trace, job } = request;
  const { profile: wanted } = options;
  if (wanted === undefined) return undefined;
  if (profiles === undefined || teamId === undefined) {
    throw new ServiceError('FEATURE_NOT_AVAILABLE', {
      message: 'profile is not available here: there is no database to keep it in',
      details: { option: 'profile' },
    });
  }
  const profile = await trace.measure('profile', async (details) => {
    // Pages of jobs wait for one another: that is no fault of theirs.
    using pause = job ? deadline.pause() : undefined;
    const patienceMs = job ? BACKGROUND_PATIENCE_MS : 0;
    const opened = await profiles.open({ ...wanted, teamId, patienceMs, signal: deadline.signal });
    details['isNew'] = opened.state === undefined;
    return { opened };
  });
  return createVisit(profile.opened, request);
}

function createVisit(profile: OpenProfile, { url, options, deadline, trace }: EngineRequest): ProfileVisit {
  const { name, saveChanges } = options.profile ?? { name: '', saveChanges: false };
  return {
    async with(live, look) {
      const signal = AbortSignal.any([deadline.signal, live.crashed]);
      const call = () => ({ signal, timeoutMs: deadline.remainingMs + 1_000 });
      const { state: former } = profile;
      const warnings: string[] = [];
      if (former) {
        warnings.push(...(await trace.measure('profileRestore', () => restoreProfile(live, former, call()))));
      } else if (!saveChanges) {
        warnings.push(`There is no profile "${name}" yet: the page was visited without one.`);
      }
      using watch = watchOrigins(live);
      const result = await look();
      // A visit that failed may have left its page halfway: what was saved before stays.
      if (saveChanges) {
        const saved = await trace.measure('profileSave', async (details) => {
          const read = await saveProfile(live, { former, origins: watch.origins() }, call());
          details['origins'] = read.state.origins.length;
          await profile.save(read.state);
          return read;
        });
        warnings.push(...saved.warnings);
      }
      const rendered = result.kind === 'page' ? result.page.rendered : result.rendered;
      rendered?.warnings.push(...warnings);
      if (result.kind === 'page') return result;
      // A file is fetched without the browser, but for the same user.
      const { cookies } = await live.session.send('Network.getCookies', { urls: [url.href] }, call());
      return cookies.length === 0 ? result : { ...result, cookie: cookieHeader(cookies) };
    },
    [Symbol.asyncDispose]: () => profile[Symbol.asyncDispose](),
  };
}

/** The browser reads cookies as UTF-8; headers are bytes. */
function cookieHeader(cookies: ReadonlyArray<{ name: string; value: string }>): string {
  const text = cookies.map(({ name, value }) => (name === '' ? value : `${name}=${value}`)).join('; ');
  return Buffer.from(text).toString('latin1');
}
