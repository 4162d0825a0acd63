import { randomBytes } from 'node:crypto';
import type { Protocol } from 'devtools-protocol';
import type { CdpConnection } from '../cdp/cdp-connection.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';
import type { CallOptions } from '../cdp/pending-calls.ts';
import type { BrowserContext, BrowserPage } from '../start/open-context.ts';
import { instrument } from '../page-scripts/instrument.js';
import { observe } from '../page-scripts/observe.js';
import { callOnPage, evaluate, expressionOf, type EvaluateOptions } from './evaluate.ts';
import { NetworkLog } from './network-log.ts';

/** A fresh tab in a context of its own. */
interface NewTab {
  /** `undefined` of the default context, which the protocol has no name for. */
  context: { readonly id: BrowserContext['id'] | undefined };
  page: BrowserPage;
  connection: CdpConnection;
}

export interface LivePageOptions {
  /** Timers and closed shadow roots are told by functions that stand in for the page's own: a page can find that out. */
  isInstrumented?: boolean;
  /** Scripts of the page's own world that run before all others. */
  mainScripts?: readonly string[];
  /**
   * Others drive the page, too: its windows stay open and its dialogues wait for them. It may show a document already, in
   * which our scripts run late then.
   */
  isShared?: boolean;
  /** Sets up the tab before anything is loaded. Its calls may be sent without waiting for one another. */
  prepare?: (session: CdpSession, call: CallOptions) => Promise<unknown>;
  /** Sets up a frame of another site or a worker before it runs. */
  prepareChild?: (session: CdpSession, kind: string) => Promise<unknown>;
  signal: AbortSignal;
}

/** The incidents while a page was open. */
export interface PageIncidents {
  /** Texts of dialogues that were answered with "cancel". */
  dialogs: string[];
  /** Addresses of windows that the page wanted to open. */
  popups: string[];
  /** A file that the main frame was sent to, which was not saved. */
  download: { url: string; fileName: string } | undefined;
}

/** The page's process has ended: it asked for too much memory, or was killed. */
export class PageCrash extends Error {
  override readonly name = 'PageCrash';

  constructor() {
    super('The page has crashed');
  }
}

/** Neither pages nor their authors know the world's name. */
const WORLD = `w${randomBytes(6).toString('hex')}`;
const OBSERVER = `o${randomBytes(6).toString('hex')}`;
/** In the page's own world: not to be guessed. */
const INSTRUMENT = `i${randomBytes(6).toString('hex')}`;
const MOST_OF_ONE_NODE = { changes: 6, growths: 100 };
const TIMER_LIMITS = { shortMs: 700, nearMs: 1_500, farMs: 5_000, farDepth: 8 };
const MAX_INCIDENTS = 20;
/** Each time that a page has asked for so many windows, the script that runs is stopped. */
const MAX_POPUPS = 50;

/** One tab, ready to go somewhere: every event that its visit depends on is listened to. */
export class LivePage implements AsyncDisposable {
  readonly session: CdpSession;
  readonly connection: CdpConnection;
  /** `undefined`: the default context of the browser. */
  readonly contextId: string | undefined;
  /** Also the id of its main frame. */
  readonly targetId: string;
  readonly network: NetworkLog;
  /** Sessions of frames of other sites, by frame id. */
  readonly frames = new Map<string, CdpSession>();
  readonly isInstrumented: boolean;
  /** Aborts when the page's process has ended: nothing on it answers any more. */
  readonly crashed: AbortSignal;
  readonly incidents: PageIncidents = { dialogs: [], popups: [], download: undefined };
  /** The state of the current document's parser. */
  readonly state = {
    isParsed: false,
    isLoaded: false,
    loaderId: '',
    hasCrashed: false,
    /** The page is to be left for another by itself (meta refresh), in so many ms; -1 when it is not. */
    scheduledMs: -1,
  };
  #worldId: number | undefined;
  #worldLoader = '';
  #isSpoiled = false;
  #popups = 0;
  readonly #isShared: boolean;
  readonly #crash = new AbortController();
  /** The scripts that run before all else of a document. */
  readonly #scripts: Array<{ source: string; worldName?: string }> = [];

  private constructor({ context, page, connection }: NewTab, options: LivePageOptions) {
    this.session = page.session;
    this.targetId = page.targetId;
    this.connection = connection;
    this.contextId = context.id;
    this.isInstrumented = options.isInstrumented ?? true;
    this.#isShared = options.isShared ?? false;
    this.crashed = this.#crash.signal;
    this.network = new NetworkLog(page.targetId);
  }

  static async open(raw: NewTab, options: LivePageOptions): Promise<LivePage> {
    const live = new LivePage(raw, options);
    await live.#setUp(options);
    return live;
  }

  /** May serve another visit: nothing went wrong that would show there. */
  get isReusable(): boolean {
    return !this.#isSpoiled && !this.state.hasCrashed;
  }

  spoil(): void {
    this.#isSpoiled = true;
  }

  /** Forgets the last visit; the tab's cookies and caches stay. */
  reset(): void {
    this.network.reset(this.state.loaderId);
    Object.assign(this.state, { isParsed: false, isLoaded: false, loaderId: '', scheduledMs: -1 });
    this.incidents.dialogs.length = 0;
    this.incidents.popups.length = 0;
    this.#popups = 0;
    this.incidents.download = undefined;
  }

  /** The context of our own world in the main frame: it sees the page's tree and none of its scripts. */
  async ownWorld(call: CallOptions = {}): Promise<number> {
    if (this.#worldId !== undefined && this.#worldLoader === this.state.loaderId) return this.#worldId;
    return this.#makeWorld(call);
  }

  async #makeWorld(call: CallOptions): Promise<number> {
    const { loaderId } = this.state;
    const { executionContextId } = await this.session.send(
      'Page.createIsolatedWorld',
      { frameId: this.targetId, worldName: WORLD, grantUniveralAccess: false },
      call,
    );
    this.#worldId = executionContextId;
    this.#worldLoader = loaderId;
    return executionContextId;
  }

  /** Calls a function of `page-scripts/` in our own world of the main frame. */
  async call<Args extends unknown[], T>(
    script: (...args: Args) => T,
    args: NoInfer<Args>,
    call: CallOptions = {},
  ): Promise<Awaited<T>> {
    const contextId = await this.ownWorld(call);
    try {
      return await callOnPage(this.session, script, args, { ...call, contextId });
    } catch (error) {
      // The page went elsewhere in between.
      if (!isContextGone(error)) throw error;
      this.#worldId = undefined;
      return callOnPage(this.session, script, args, { ...call, contextId: await this.ownWorld(call) });
    }
  }

  /** Runs an expression among the page's own scripts. */
  evaluate<T>(expression: string, options?: EvaluateOptions): Promise<T> {
    return evaluate<T>(this.session, expression, options);
  }

  /** Names by which the observer and the instrument are found, for their readers. */
  get names(): { observer: string; instrument: string; world: string } {
    return { observer: OBSERVER, instrument: INSTRUMENT, world: WORLD };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isSpoiled = true;
  }

  async #setUp({ mainScripts = [], prepare, prepareChild, signal }: LivePageOptions): Promise<void> {
    const { session } = this;
    const call = { signal };
    this.network.follow(session);
    this.#listen(prepareChild);
    const scripts = [
      ...(this.isInstrumented ? [expressionOf(instrument, [INSTRUMENT, TIMER_LIMITS])] : []),
      ...mainScripts,
    ].map((source) => ({ source }));
    this.#scripts.push(...scripts, {
      source: expressionOf(observe, [OBSERVER, MOST_OF_ONE_NODE]),
      worldName: WORLD,
    });
    // All are sent at once; the browser takes them in order.
    await Promise.all([
      session.send('Page.enable', undefined, call),
      // Nothing else says of a frame that it is parsed.
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }, call),
      session.send('Network.enable', { maxTotalBufferSize: 1, maxResourceBufferSize: 1 }, call),
      session.send('Inspector.enable', undefined, call),
      session.send(
        'Target.setAutoAttach',
        { autoAttach: true, waitForDebuggerOnStart: true, flatten: true },
        call,
      ),
      ...this.#scripts.map((script) =>
        session.send(
          'Page.addScriptToEvaluateOnNewDocument',
          this.#isShared ? { ...script, runImmediately: true } : script,
          call,
        ),
      ),
      prepare?.(session, call),
    ]);
  }

  #listen(prepareChild: LivePageOptions['prepareChild']): void {
    const { session, state, incidents } = this;
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      Object.assign(state, { isParsed: false, isLoaded: false, loaderId: frame.loaderId, scheduledMs: -1 });
      // Known when it is needed, which saves waiting for the page then.
      ignoreFailure(this.#makeWorld({}));
    });
    session.on('Page.domContentEventFired', () => void (state.isParsed = true));
    session.on('Page.loadEventFired', () => void (state.isLoaded = true));
    session.on('Page.frameScheduledNavigation', ({ frameId, delay, url }) => {
      // A page that loads itself again after a while goes nowhere; at once it is about to be another document.
      const isLeaving = delay === 0 || url !== this.network.document?.url;
      if (frameId === this.targetId) state.scheduledMs = isLeaving ? delay * 1_000 : -1;
    });
    session.on('Page.frameClearedScheduledNavigation', ({ frameId }) => {
      if (frameId === this.targetId) state.scheduledMs = -1;
    });
    session.on('Page.javascriptDialogOpening', ({ message, type }) => {
      if (incidents.dialogs.length < MAX_INCIDENTS) incidents.dialogs.push(message.slice(0, 200));
      // A page that wants to leave may leave.
      if (!this.#isShared)
        ignoreFailure(session.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }));
    });
    session.on('Page.windowOpen', ({ url }) => this.#noteWindow(url));
    session.on('Page.downloadWillBegin', ({ url, suggestedFilename, frameId }) => {
      if (frameId === this.targetId) incidents.download = { url, fileName: suggestedFilename };
    });
    session.on('Inspector.targetCrashed', () => {
      state.hasCrashed = true;
      this.#crash.abort(new PageCrash());
    });
    session.on('Target.attachedToTarget', (event) => this.#attend(event, prepareChild));
    session.on('Target.detachedFromTarget', ({ targetId }) => {
      if (targetId !== undefined) this.frames.delete(targetId);
    });
  }

  /** A frame of another site, a worker, or a window that the page opened. */
  #attend(
    { sessionId, targetInfo }: Protocol.Target.AttachedToTargetEvent,
    prepareChild: LivePageOptions['prepareChild'],
  ): void {
    const child = this.connection.session(sessionId);
    const { type, targetId } = targetInfo;
    if (this.#isShared && (type === 'page' || type === 'tab')) {
      // The session's own follower of windows has another session on it.
      ignoreFailure(child.send('Runtime.runIfWaitingForDebugger'));
      ignoreFailure(this.session.send('Target.detachFromTarget', { sessionId }));
      return;
    }
    if (type === 'page' || type === 'tab') {
      // Our own browsers open none.
      this.#isSpoiled = true;
      ignoreFailure(this.connection.browser.send('Target.closeTarget', { targetId }));
      return;
    }
    if (type !== 'iframe') this.network.addSource();
    else {
      this.frames.set(targetId, child);
      this.network.followFrame(child, targetId);
      ignoreFailure(child.send('Network.enable', { maxTotalBufferSize: 1, maxResourceBufferSize: 1 }));
      // Without it no script runs before the frame's own.
      ignoreFailure(child.send('Page.enable'));
      for (const script of this.#scripts) {
        ignoreFailure(child.send('Page.addScriptToEvaluateOnNewDocument', script));
      }
    }
    // Its own frames and workers tell their parent, not us.
    child.on('Target.attachedToTarget', (event) => this.#attend(event, prepareChild));
    ignoreFailure(
      child.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
    );
    if (prepareChild) ignoreFailure(prepareChild(child, type));
    ignoreFailure(child.send('Runtime.runIfWaitingForDebugger'));
  }

  #noteWindow(url: string): void {
    this.#popups += 1;
    if (this.incidents.popups.length < MAX_INCIDENTS) this.incidents.popups.push(url);
    // Each is an event: a storm of them starves everything else.
    if (this.#popups % MAX_POPUPS === 0) ignoreFailure(this.session.send('Runtime.terminateExecution'));
  }
}

function isContextGone(error: unknown): boolean {
  return error instanceof CdpError && error.failure === 'refused' && /context/i.test(error.message);
}

/** For calls whose failure shows elsewhere: the target has gone, and its page with it. */
function ignoreFailure(call: Promise<unknown>): void {
  call.catch(() => undefined);
}
