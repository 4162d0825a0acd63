import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../accounts/caller.ts';
import { holdForCall, type CreditHolds } from '../accounts/credit-holds.ts';
import type { SessionBrowser } from '../browser/sharing/session-browser.ts';
import type { Profile } from '../contract/options/profile.ts';
import type { ConnectDriver } from '../lib/driver-link.ts';
import type { Log } from '../lib/log/log.ts';
import { ServiceError } from '../lib/service-error.ts';
import { untilAborted } from '../lib/time/until-aborted.ts';
import type { CodeRunners } from '../runners/code-runner.ts';
import type { Profiles } from '../scraper/profiles/profiles.ts';
import type { ReplayedScrape } from '../scraper/replay-scrape.ts';
import type { Database } from '../store/database.ts';
import type { ForwardCalls } from './forward-call.ts';
import {
  destroyed,
  failed,
  HostedSession,
  type LiveSession,
  type OwnedBrowser,
  type RunTask,
} from './hosted-session.ts';
import type { SessionCall, SessionOutcome } from './session-call.ts';
import { addressOf, type SessionHost } from './session-host.ts';
import type { LinkKind, SessionLinks } from './session-links.ts';
import { MINUTE_PRICES } from './session-price.ts';
import { openSessionProfile, type SessionProfile } from './session-profile.ts';
import { noPlace, SessionExistsError, throwUnreplayed } from './session-refusals.ts';
import type { SessionRow } from './session-row.ts';
import { startWhileChecking } from './start-while-checking.ts';
import {
  addSession,
  endAllSessions,
  endLostSessions,
  endSession,
  findPromptTraces,
  findSession,
  findSessionOfScrape,
  listSessions,
  noteOpened,
  keepPromptTrace,
  notePrompt,
  removeUnopened,
  renewSessions,
  type SessionLimits,
} from './session-table.ts';

/** Own sessions are renewed so often, and those of hosts that are gone looked for. */
const TICK_MS = 2_500;
/** Opening a session with its replay takes so long at most. */
const OPEN_MS = 60_000;

export interface OpenSessionRequest {
  caller: Caller;
  ttlMs: number;
  idleMs: number;
  hasWebView: boolean;
  profile: Profile | undefined;
  page?: ReplayedScrape | undefined;
  /** The call that comes first: it is seen to that it can be run, before anything is started. */
  first?: SessionCall | undefined;
}

export interface SessionsParts {
  db: Database;
  host: SessionHost;
  limits: SessionLimits;
  credits: CreditHolds;
  profiles: Profiles;
  links: SessionLinks;
  /** Starts a browser for one session; rejects when there is none. */
  openBrowser: (request: {
    teamId: string;
    page: ReplayedScrape | undefined;
    signal: AbortSignal;
  }) => Promise<SessionBrowser>;
  /** One sentence with what to set when no browser can be started here. */
  browserProblem: () => Promise<string | undefined>;
  /** Shows the page of a scrape as the scrape had it in the end. */
  replay: (browser: SessionBrowser, page: ReplayedScrape, signal: AbortSignal) => Promise<void>;
  runners: CodeRunners;
  /** Runs a prompt; undefined when the operator has named no language model. */
  runTask: RunTask | undefined;
  readMarkdown: (of: OwnedBrowser, signal: AbortSignal) => Promise<string>;
  forward: ForwardCalls;
  log: Log;
  tickMs?: number;
}

/** A session behind a link: it lives here, or in a process at this address. */
export type ReachedSession = { kind: LinkKind } & ({ session: LiveSession } | { address: string });

/** The browser sessions of this process, and the way to those of others. */
export interface Sessions extends AsyncDisposable {
  /**
   * Opens a session. Rejects with PAYMENT_REQUIRED, CONCURRENCY_LIMITED, SERVICE_UNAVAILABLE before anything is started,
   * with CONFLICT when its profile has another writer or its page cannot be shown again, with SESSION_FAILED.
   */
  open(request: OpenSessionRequest): Promise<SessionRow>;
  find(id: string): Promise<SessionRow | undefined>;
  /** The one session of a scrape, whatever its status. */
  findOfScrape(scrapeId: string): Promise<SessionRow | undefined>;
  list(teamId: string, status: SessionRow['status'] | undefined): Promise<SessionRow[]>;
  /** The records of its last prompts, the oldest first. */
  promptTraces(id: string): Promise<object[]>;
  /** Runs a call in a session, wherever it lives. SESSION_DESTROYED when it is over. */
  run(row: SessionRow, call: SessionCall, signal: AbortSignal): Promise<SessionOutcome>;
  /** Ends a session, wherever it lives; undefined when it never stood ready. */
  end(row: SessionRow, signal: AbortSignal): Promise<SessionRow | undefined>;
  /** SERVICE_UNAVAILABLE with what to install or to set when such a call cannot be run here. */
  checkCall(call: SessionCall): Promise<void>;
  /** The session behind a token. NOT_FOUND when it is no valid one, SESSION_DESTROYED when the session is over. */
  reach(token: string): Promise<ReachedSession>;
  /** How a driver joins the session behind a token; rejects as `reach` does. */
  joinDriver(token: string): Promise<ConnectDriver>;
  /** A session of this process; SESSION_DESTROYED when there is none of this id. */
  here(id: string): Promise<HostedSession>;
}

/** A session that is being opened, or stands ready. */
type Entry = Promise<HostedSession>;

/** Opens the sessions of this process. Disposing ends all of them. */
export async function openSessions(parts: SessionsParts): Promise<Sessions> {
  if (!parts.db.isShared) await endAllSessions(parts.db);
  return new SessionRegistry(parts);
}

class SessionRegistry implements Sessions {
  readonly #parts: SessionsParts;
  readonly #here = new Map<string, Entry>();
  readonly #ready = new Map<string, HostedSession>();
  readonly #closing = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #tick: Promise<void> | undefined;

  constructor(parts: SessionsParts) {
    this.#parts = parts;
    const { log, tickMs = TICK_MS } = parts;
    this.#timer = setInterval(() => {
      this.#tick ??= this.#look()
        .catch((error: unknown) => log.warn('browser sessions not renewed', { error }))
        .finally(() => (this.#tick = undefined));
    }, tickMs);
    this.#timer.unref();
  }

  async open(request: OpenSessionRequest): Promise<SessionRow> {
    if (this.#closing.signal.aborted) throw new ServiceError('SERVICE_UNAVAILABLE');
    const id = uuidv7();
    const row = Promise.withResolvers<SessionRow>();
    const entry = this.#open(id, request, row.resolve);
    this.#here.set(id, entry);
    entry.then(
      (session) => {
        this.#ready.set(id, session);
        void session.ended.then(() => this.#forget(id));
      },
      () => this.#forget(id),
    );
    await entry;
    return row.promise;
  }

  find(id: string): Promise<SessionRow | undefined> {
    return this.#fresh(() => findSession(this.#parts.db, id));
  }

  findOfScrape(scrapeId: string): Promise<SessionRow | undefined> {
    return this.#fresh(() => findSessionOfScrape(this.#parts.db, scrapeId));
  }

  promptTraces(id: string): Promise<object[]> {
    return findPromptTraces(this.#parts.db, id);
  }

  list(teamId: string, status: SessionRow['status'] | undefined): Promise<SessionRow[]> {
    return listSessions(this.#parts.db, teamId, status);
  }

  async run(row: SessionRow, call: SessionCall, signal: AbortSignal): Promise<SessionOutcome> {
    if (row.status === 'destroyed') throw destroyed(row.endReason);
    const { host, forward } = this.#parts;
    if (row.processId !== host.processId) return forward.run(addressOf(row, host), row.id, call, signal);
    const session = await untilAborted(this.here(row.id), signal);
    return session.run(call, signal);
  }

  async end(row: SessionRow, signal: AbortSignal): Promise<SessionRow | undefined> {
    const { db, host, forward } = this.#parts;
    if (row.status === 'destroyed') return row;
    if (row.processId !== host.processId) {
      const isEnded = await forward.end(addressOf(row, host), row.id, signal);
      // Its host finds it destroyed when it renews it the next time.
      return isEnded ? this.find(row.id) : endSession(db, row.id, 'deleted');
    }
    const session = await this.#here.get(row.id)?.catch(() => undefined);
    await session?.end('deleted');
    return this.find(row.id);
  }

  async checkCall(call: SessionCall): Promise<void> {
    const { runners, runTask } = this.#parts;
    if (call.kind === 'code') {
      const problem = await runners.problem(call.language);
      if (problem !== undefined) throw new ServiceError('SERVICE_UNAVAILABLE', { message: problem });
    } else if (runTask === undefined) {
      throw new ServiceError('SERVICE_UNAVAILABLE', {
        message:
          'A prompt needs a language model, and none is configured: set DECANT_LLM_BASE_URL and DECANT_LLM_MODEL, or send code',
        details: { variable: 'DECANT_LLM_BASE_URL' },
      });
    }
  }

  async reach(token: string): Promise<ReachedSession> {
    const { links, host } = this.#parts;
    const link = links.readLink(token);
    if (link === undefined) {
      throw new ServiceError('NOT_FOUND', { message: 'This link is not valid, or has expired' });
    }
    const { kind, sessionId } = link;
    const entry = this.#here.get(sessionId);
    if (entry) return { kind, session: await entry };
    const row = await this.find(sessionId);
    if (row === undefined || row.status === 'destroyed') throw destroyed(row?.endReason ?? null);
    if (row.processId === host.processId) throw destroyed(null);
    return { kind, address: addressOf(row, host) };
  }

  async joinDriver(token: string): Promise<ConnectDriver> {
    const reached = await this.reach(token);
    if (reached.kind !== 'drive') {
      throw new ServiceError('FORBIDDEN', { message: 'This link leads to a view: drivers need the cdpUrl' });
    }
    // Its WebSockets are handed on before they come here.
    if ('address' in reached) throw new ServiceError('SERVICE_UNAVAILABLE');
    return reached.session.connectDriver;
  }

  async here(id: string): Promise<HostedSession> {
    const entry = this.#here.get(id);
    if (entry === undefined) throw destroyed((await this.find(id))?.endReason ?? null);
    return entry;
  }

  #forget(id: string): void {
    this.#here.delete(id);
    this.#ready.delete(id);
  }

  /** A session whose host is gone is ended before it is told of. */
  async #fresh(find: () => Promise<SessionRow | undefined>): Promise<SessionRow | undefined> {
    const row = await find();
    if (!row?.isLost) return row;
    await endLostSessions(this.#parts.db);
    return find();
  }

  async #open(
    id: string,
    request: OpenSessionRequest,
    onEntered: (row: SessionRow) => void,
  ): Promise<HostedSession> {
    const { db, credits, profiles, log, replay } = this.#parts;
    const { caller, page, profile: wanted } = request;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(OPEN_MS)]);
    await using resources = new AsyncDisposableStack();
    const price = MINUTE_PRICES[request.first?.kind ?? 'code'];
    const hold = await holdForCall(credits, caller.team, { id, credits: price });
    if (hold) resources.use(hold);
    const startedAt = performance.now();
    const row = await this.#enter(id, request);
    await using undo = new AsyncDisposableStack();
    undo.defer(() => removeUnopened(db, id));
    onEntered(row);
    const profile =
      wanted && (await openSessionProfile({ profiles, teamId: row.teamId, profile: wanted, log, signal }));
    if (profile) resources.use(profile);
    const browser = undo.use(await this.#startBrowser(request, signal));
    await profile?.restore(browser);
    if (page) await replay(browser, page, signal).catch(throwUnreplayed);
    await noteOpened(db, id);
    undo.move();
    return this.#host({
      row,
      startedAt,
      hold,
      browser,
      profile,
      resources: resources.move(),
      homeUrl: page?.url,
    });
  }

  /** The first look for a way to run code takes as long as the browser does. */
  #startBrowser(request: OpenSessionRequest, caller: AbortSignal): Promise<SessionBrowser> {
    const { runners, openBrowser } = this.#parts;
    const { page, first } = request;
    if (first?.kind === 'code') runners.warmUp(first.language);
    const start = (signal: AbortSignal): Promise<SessionBrowser> =>
      openBrowser({ teamId: request.caller.team.id, page, signal });
    return startWhileChecking(this.#checkParts(request), start, caller).catch((error: unknown) => {
      throw failed(error);
    });
  }

  #host({
    row,
    browser,
    profile,
    ...rest
  }: Pick<
    ConstructorParameters<typeof HostedSession>[0],
    'row' | 'startedAt' | 'hold' | 'browser' | 'resources' | 'homeUrl'
  > & {
    profile: SessionProfile | undefined;
  }): HostedSession {
    const { db, runners, runTask, readMarkdown, log } = this.#parts;
    return new HostedSession({
      row,
      browser,
      ...rest,
      runners,
      runTask,
      readMarkdown,
      log,
      notePrompt: () => notePrompt(db, row.id),
      keepTrace: (trace) => keepPromptTrace(db, row.id, trace),
      save: async () => profile?.save(browser),
      recordEnd: (reason) => endSession(db, row.id, reason),
    });
  }

  /** Enters the session; CONCURRENCY_LIMITED when a limit is reached. */
  async #enter(
    id: string,
    { caller, page, ttlMs, idleMs, hasWebView }: OpenSessionRequest,
  ): Promise<SessionRow> {
    const { db, host, limits } = this.#parts;
    const { processId, address, machine } = host;
    const added = await addSession(
      db,
      {
        id,
        teamId: caller.team.id,
        apiKeyId: caller.apiKeyId,
        scrapeId: page?.scrapeId ?? null,
        target: page?.url ?? null,
        processId,
        machine,
        address,
        port: host.port(),
        ttlMs,
        idleMs,
        hasWebView,
      },
      limits,
    );
    if (added === 'exists') throw new SessionExistsError();
    if (typeof added === 'string') throw noPlace(added, limits);
    return added;
  }

  async #checkParts({ first }: OpenSessionRequest): Promise<void> {
    const problem = await this.#parts.browserProblem();
    if (problem !== undefined) throw new ServiceError('SERVICE_UNAVAILABLE', { message: problem });
    if (first) await this.checkCall(first);
  }

  async #look(): Promise<void> {
    const { db, host } = this.#parts;
    const ready = new Map(this.#ready);
    const quiet = [...this.#here.keys()].map((id) => ({ id, quietMs: ready.get(id)?.quietMs ?? 0 }));
    if (quiet.length > 0) {
      const active = await renewSessions(db, host.processId, quiet);
      for (const session of ready.values()) {
        if (active.has(session.id)) void session.holdMore();
        else void session.end('host').catch(() => undefined);
      }
    }
    await endLostSessions(db);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort(new ServiceError('SERVICE_UNAVAILABLE', { message: 'The service is shutting down' }));
    await this.#tick;
    await Promise.all(
      Array.from(this.#here.values(), async (entry) => {
        const session = await entry.catch(() => undefined);
        await session?.end('shutdown');
      }),
    );
  }
}
