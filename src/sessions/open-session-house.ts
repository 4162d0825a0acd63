import type { Socket } from 'node:net';
import type { CreditHolds } from '../accounts/credit-holds.ts';
import { createFindCage } from '../confine/cage/find-cage.ts';
import { atFirstCall } from '../lib/sharing/at-first-call.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { Log } from '../lib/log/log.ts';
import type { SessionConfig } from '../lib/settings/session-settings.ts';
import type { LanguageModel } from '../models/open-language-model.ts';
import { createOperatorConnect } from '../net/operator-connect.ts';
import { openCodeRunners } from '../runners/open-code-runners.ts';
import type { Converter } from '../scraper/convert/converter.ts';
import type { Profiles } from '../scraper/profiles/profiles.ts';
import type { SessionPagesOfScrapes } from '../scraper/replay-scrape.ts';
import type { Database } from '../store/database.ts';
import { openForwardCalls } from './forward-call.ts';
import { createHostCalls, type HostCalls } from './host-calls.ts';
import type { AgentParts } from './agent/agent-order.ts';
import { openSessions, type Sessions } from './open-sessions.ts';
import { readPageMarkdown } from './read-page-markdown.ts';
import { describeHost } from './session-host.ts';
import { createSessionLinks, type SessionLinks } from './session-links.ts';

export interface SessionHouseOptions {
  db: Database;
  secret: string;
  processId: string;
  /** HOST. */
  listensOn: string;
  ownPorts: () => Iterable<number>;
  settings: SessionConfig;
  credits: CreditHolds;
  profiles: Profiles;
  sessionPages: SessionPagesOfScrapes;
  converter: Pick<Converter, 'convert'>;
  /** Undefined: the operator has named none. */
  model: LanguageModel | undefined;
  clock: Clock;
  log: Log;
}

/** The sessions of this process with all that they need. Disposing ends them. */
export interface SessionHouse extends AsyncDisposable {
  sessions: Sessions;
  links: SessionLinks;
  hostCalls: HostCalls;
  /** A connection to another process, at its address. */
  connectHost: (address: string, signal: AbortSignal) => Promise<Socket>;
}

/** Opens the sessions of this process. */
export async function openSessionHouse(options: SessionHouseOptions): Promise<SessionHouse> {
  const { secret, clock, log, ownPorts, settings, processId, converter, sessionPages } = options;
  await using opening = new AsyncDisposableStack();
  const links = createSessionLinks({ secret, clock });
  const hostCalls = createHostCalls({ secret, clock });
  const findCage = createFindCage({
    demand: settings.sandbox,
    onFailure: (error) =>
      log.warn('code of sessions would outlive this process if it were killed', { error }),
  });
  const sessions = await openSessions({
    ...options,
    host: describeHost({ processId, internalUrl: settings.internalUrl, host: options.listensOn, ownPorts }),
    limits: settings,
    links,
    openBrowser: (wish) => sessionPages.openBrowser(wish),
    browserProblem: () => sessionPages.problem(),
    async replay(browser, page, signal) {
      await sessionPages.replay(browser, page, signal);
    },
    runners: opening.use(openCodeRunners({ findCage, log })),
    runTask: options.model && lateRunTask({ model: options.model, converter }),
    readMarkdown: (of, signal) => readPageMarkdown(converter, of, signal),
    forward: opening.use(openForwardCalls({ calls: hostCalls, ownPorts })),
  });
  opening.use(sessions);
  const connectHost = (address: string, signal: AbortSignal): Promise<Socket> =>
    createOperatorConnect({ endpoint: new URL(address), ownPorts })({ signal });
  const open = opening.move();
  return { sessions, links, hostCalls, connectHost, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

function lateRunTask(parts: AgentParts) {
  return atFirstCall(async () => (await import('./agent/create-run-task.ts')).createRunTask(parts));
}
