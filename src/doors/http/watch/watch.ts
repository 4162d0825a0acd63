import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws';
import type { App } from '../../../app.ts';
import type { Config } from '../../../config.ts';
import type { TeamJobNews } from '../../../features/jobs/watch-team-job.ts';
import { jobIdParams } from '../../../contract/requests/job-id.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { parseWith } from '../../../lib/validate.ts';
import { checkBrowser } from '../browser-access.ts';
import { answerError } from '../errors.ts';
import { checkRateLimit } from '../rate-limit.ts';
import { refuseUpgrade } from '../refuse-upgrade.ts';
import type { UpgradeDoor } from '../upgrades.ts';
import { watchClosing } from './watch-closing.ts';
import type { SignBlob } from '../../../lib/blob-reference.ts';
import { JsonText } from '../../../lib/json/json-text.ts';
import { signJsonText } from '../../../lib/json/sign-json-text.ts';
import { baseUrl } from '../base-url.ts';
import { watchFrames } from './watch-frames.ts';
import {
  identifyWatcher,
  isUnauthorized,
  type Identity,
  type Watcher,
  type WatchIdentityApp,
  type WatchIdentitySettings,
} from './watch-identity.ts';
import { watchTarget, type WatchTarget } from './watch-target.ts';
import { createWatcherSocket, type WatcherSocket } from './watcher-socket.ts';

/** Peers are asked for a sign of life so often, and keys are checked again. */
const PING_MS = 30_000;
const MAX_WATCHERS_PER_TEAM = 1_000;
/** Documents on their way to watchers of one team: who comes when much is on its way already gets small portions. */
const TEAM_BYTES = 128 * 1024 * 1024;
/** The part of the room left that one portion takes at most. */
const PORTION = 1 / 8;
const MIN_BATCH_BYTES = 256 * 1024;
const MAX_BATCH_BYTES = 1024 * 1024;
/** A frame with several documents is never larger; a single larger document comes alone. */
const MAX_FRAME_BYTES = 10 * 1024 * 1024;
/** Room for the members of a catchup beside its documents. */
const HEAD_BYTES = 64 * 1024;
/** Watchers have nothing to say. */
const MAX_MESSAGE_BYTES = 1024;
/** How long a peer gets to agree to the end: a slow one has much to read before it. */
const CLOSE_PATIENCE_MS = 120_000;
/** The same for who is turned away. */
const REFUSAL_PATIENCE_MS = 5_000;
/** The same when the service stops. */
const LAST_WORDS_MS = 2_000;

/** The job that is watched, and the signer of links to its stored files. */
type SignedTarget = WatchTarget & { signBlob: SignBlob };

type WatchApp = WatchIdentityApp &
  Pick<App, 'checkRateLimit' | 'watchJob' | 'watchTeamJob' | 'blobUrls' | 'log'>;

export interface WatchSettings extends Pick<Config, 'auth'>, Pick<WatchIdentitySettings, 'signInOf'> {
  http: Pick<Config['http'], 'host' | 'publicUrl' | 'isProxyTrusted'>;
  /** Is told of each sign of life to a watcher. */
  onAnswer: () => void;
  pingMs?: number;
  maxWatchersPerTeam?: number;
  lastWordsMs?: number;
}

/**
 * WebSockets at the addresses of the status of crawls and batch scrapes tell of a job until it has ended (wire
 * contract, section 6), and at that of its counts of these and of its pages. Disposing ends them with 1001.
 */
export function watchJobs(app: WatchApp, settings: WatchSettings): UpgradeDoor {
  return new Watching(app, settings);
}

interface WatchingTeam {
  watchers: number;
  /** Room reserved for documents that may be on their way. */
  reservedBytes: number;
}

interface Place {
  team: WatchingTeam;
  /** Replaces what this watcher had reserved before; returns the bytes. */
  reserve(bytes: number): number;
}

interface Handshake {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}

class Watching implements UpgradeDoor {
  readonly #app: WatchApp;
  readonly #settings: WatchSettings;
  readonly #sockets = new Set<WatcherSocket>();
  readonly #running = new Set<Promise<void>>();
  readonly #teams = new Map<string, WatchingTeam>();
  readonly #protocols = new WeakMap<IncomingMessage, string>();
  readonly #webSockets: WebSocketServer;
  #isClosing = false;

  constructor(app: WatchApp, settings: WatchSettings) {
    this.#app = app;
    this.#settings = settings;
    const options: ServerOptions & { closeTimeout: number } = {
      noServer: true,
      clientTracking: false,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      closeTimeout: CLOSE_PATIENCE_MS,
      // Clients fail the connection when the answer does not select what they offered.
      handleProtocols: (offered, request) => this.#protocols.get(request) ?? [...offered][0] ?? false,
    };
    this.#webSockets = new WebSocketServer(options);
    // Otherwise answered in plain text.
    this.#webSockets.on('wsClientError', ({ message }, socket) => {
      const { status, body } = answerError(new ServiceError('BAD_REQUEST', { message }), app.log);
      refuseUpgrade(socket, { status, body, headers: { 'sec-websocket-version': '13' } });
    });
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const work = this.#serve(request, socket, head)
      .catch((error: unknown) => {
        this.#app.log.error('a watcher failed', { error });
        socket.destroy();
      })
      .finally(() => this.#running.delete(work));
    this.#running.add(work);
  }

  async #serve(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    try {
      const target = this.#check(request);
      const identity = await identifyWatcher(this.#app, request, this.#settings);
      const webSocket = this.#upgrade({ request, socket, head }, identity);
      if (!webSocket) return;
      const base = baseUrl(request, this.#settings.http);
      const signBlob: SignBlob = (key) => this.#app.blobUrls.urlOf(key, base);
      await this.#watch(createWatcherSocket(webSocket), { ...target, signBlob }, identity);
    } catch (error) {
      // A WebSocket that is open takes no HTTP; nothing that fails then comes here.
      if (!(error instanceof ServiceError)) throw error;
      refuseUpgrade(socket, answerError(error, this.#app.log));
    }
  }

  /** Throws what is to be answered in plain HTTP. */
  #check(request: IncomingMessage): WatchTarget {
    const target = watchTarget(request.url ?? '');
    if (!target) throw new ServiceError('NOT_FOUND', { message: 'There is no WebSocket at this address' });
    if (!this.#settings.auth.isRequired) checkBrowser(request, this.#settings.http.host);
    return target;
  }

  /** Undefined when the client is gone, or was told what is wrong with its handshake. */
  #upgrade({ request, socket, head }: Handshake, identity: Identity): WebSocket | undefined {
    if (this.#isClosing) {
      throw new ServiceError('SERVICE_UNAVAILABLE', { message: 'The service is shutting down' });
    }
    if (socket.destroyed) return undefined;
    if ('caller' in identity && identity.protocol !== undefined) {
      this.#protocols.set(request, identity.protocol);
    }
    const opened: WebSocket[] = [];
    // Calls back before it returns.
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => opened.push(webSocket));
    return opened[0];
  }

  async #watch(socket: WatcherSocket, target: SignedTarget, identity: Identity): Promise<void> {
    const startedAt = performance.now();
    this.#sockets.add(socket);
    const timer = setInterval(() => {
      socket.checkAlive();
      if ('caller' in identity) void this.#checkWatcher(socket, identity);
    }, this.#settings.pingMs ?? PING_MS).unref();
    try {
      await this.#tell(socket, target, identity);
      socket.close(1000, '', CLOSE_PATIENCE_MS);
    } catch (error) {
      const { code, reason, frame } = watchClosing(error, this.#app.log);
      if (frame !== undefined) await socket.send(JsonText.of(frame));
      socket.close(code, reason, REFUSAL_PATIENCE_MS);
    }
    const code = await socket.closed;
    clearInterval(timer);
    this.#sockets.delete(socket);
    this.#settings.onAnswer();
    this.#app.log.debug('watcher ended', {
      route: target.endpoint.path,
      jobId: target.id.slice(0, 36),
      code,
      durationMs: performance.now() - startedAt,
    });
  }

  async #tell(socket: WatcherSocket, target: SignedTarget, identity: Identity): Promise<void> {
    if ('failure' in identity) throw identity.failure;
    const { caller } = identity;
    const { kind, endpoint, cursor } = target;
    const { id } = parseWith(jobIdParams, { id: target.id }, { subject: 'The path', code: 'INVALID_ID' });
    await checkRateLimit(this.#app, endpoint, caller);
    const place = this.#takePlace(caller.team.id, socket);
    if (kind === 'counts') {
      await this.#tellCounts(socket, this.#app.watchTeamJob(caller, id, { cursor, signal: socket.signal }));
      return;
    }
    const news = this.#app.watchJob(caller, kind, id, {
      signal: socket.signal,
      batchBytes: (of) => place.reserve(portionBytes(place.team, of)),
    });
    for await (const one of news) {
      for (const frame of watchFrames(one)) {
        await socket.send(await signJsonText(frame, target.signBlob));
      }
      this.#settings.onAnswer();
      if (socket.signal.aborted) return;
      place.reserve(0);
    }
  }

  async #tellCounts(socket: WatcherSocket, news: AsyncIterable<TeamJobNews>): Promise<void> {
    for await (const one of news) {
      await socket.send(JsonText.of(JSON.stringify(one)));
      this.#settings.onAnswer();
      if (socket.signal.aborted) return;
    }
  }

  /** Until the socket is closed. */
  #takePlace(teamId: string, socket: WatcherSocket): Place {
    const team = this.#teams.get(teamId) ?? { watchers: 0, reservedBytes: 0 };
    if (team.watchers >= (this.#settings.maxWatchersPerTeam ?? MAX_WATCHERS_PER_TEAM)) {
      throw new ServiceError('CONCURRENCY_LIMITED', { message: 'Your team has too many watchers already' });
    }
    this.#teams.set(teamId, team);
    team.watchers++;
    let mine = 0;
    const reserve = (bytes: number): number => {
      team.reservedBytes += bytes - mine;
      mine = bytes;
      return bytes;
    };
    void socket.closed.then(() => {
      reserve(0);
      if (--team.watchers === 0) this.#teams.delete(teamId);
    });
    return { team, reserve };
  }

  /** A key that was revoked opens nothing more. */
  async #checkWatcher(socket: WatcherSocket, watcher: Watcher): Promise<void> {
    try {
      await watcher.check();
    } catch (error) {
      if (!isUnauthorized(error)) {
        this.#app.log.warn('the key of a watcher was not checked again', { error });
        return;
      }
      const { code, reason } = watchClosing(error, this.#app.log);
      socket.close(code, reason, REFUSAL_PATIENCE_MS);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    const lastWordsMs = this.#settings.lastWordsMs ?? LAST_WORDS_MS;
    for (const socket of this.#sockets) socket.close(1001, 'The service is shutting down', lastWordsMs);
    const ended = Promise.all(this.#running);
    await Promise.race([ended, sleep(lastWordsMs, undefined, { ref: false })]);
    for (const socket of this.#sockets) socket.terminate();
    await ended;
  }
}

/** A power of two but for the largest, so that watchers of one job ask for the same and share the answer. */
function portionBytes({ reservedBytes }: WatchingTeam, of: 'catchup' | 'documents'): number {
  const free = Math.max(1, (TEAM_BYTES - reservedBytes) * PORTION);
  const portion = Math.max(MIN_BATCH_BYTES, 2 ** Math.floor(Math.log2(free)));
  return Math.min(portion, of === 'catchup' ? MAX_FRAME_BYTES - HEAD_BYTES : MAX_BATCH_BYTES);
}
