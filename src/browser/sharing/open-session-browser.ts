import type { DriverLink } from '../../lib/driver-link.ts';
import { untilAborted } from '../../lib/time/until-aborted.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';
import type { CallOptions } from '../cdp/pending-calls.ts';
import type { EmulationSettings } from '../emulation/apply-emulation.ts';
import type { LivePage } from '../page/live-page.ts';
import type { Browser } from '../start/open-browser.ts';
import { openDriver } from './open-driver.ts';
import type { SessionBrowser } from './session-browser.ts';
import { SessionPages } from './session-pages.ts';
import type { SharedPipe } from './share-pipe.ts';

export interface SessionBrowserOptions {
  /** Started with windows allowed, the guard as its proxy, and the pipe between it and its connection. */
  browser: Browser;
  pipe: SharedPipe;
  /** Its way out, which ends after it. */
  egress: AsyncDisposable;
  /** How its pages look. */
  looks: EmulationSettings;
  /** Sets up each page of the default context beside that, before it loads anything. */
  prepare?: ((session: CdpSession, call: CallOptions) => Promise<unknown>) | undefined;
  signal: AbortSignal;
}

/** The browser of a session for whoever has started it. */
export interface OwnSessionBrowser extends SessionBrowser {
  /** Ends it as disposing does, for a reason that `ended` tells. */
  end(reason: string): Promise<void>;
}

/** More are refused. */
const MAX_DRIVERS = 16;
const DETACH_MS = 2_000;
/** Close codes of WebSocket: the session ends, there is no room. */
const CLOSE_GOING = 1001;
const CLOSE_FULL = 1013;

/** Makes the browser of a session of a browser that has just started; disposing it ends the browser. */
export async function openSessionBrowser(options: SessionBrowserOptions): Promise<OwnSessionBrowser> {
  const session = new OpenSession(options);
  try {
    await session.start(options.signal);
    return session;
  } catch (error) {
    await session[Symbol.asyncDispose]();
    throw error;
  }
}

class OpenSession implements OwnSessionBrowser {
  readonly browser: Browser;
  readonly ended: Promise<string>;
  readonly #pipe: SharedPipe;
  readonly #pages: SessionPages;
  readonly #drivers = new Map<DriverLink, { close(code: number, reason: string): void }>();
  #dialogHolders = 0;
  #endReason: string | undefined;
  #ending: Promise<void> | undefined;

  constructor({ browser, pipe, egress, looks, prepare }: SessionBrowserOptions) {
    this.browser = browser;
    this.ended = browser.exited.then(async (how) => {
      await egress[Symbol.asyncDispose]();
      return this.#endReason ?? how;
    });
    this.#pipe = pipe;
    this.#pages = new SessionPages({
      connection: browser.connection,
      looks,
      prepare,
      leavesDialogs: () => this.#dialogHolders > 0 || this.#drivers.size > 0,
      hasDrivers: () => this.#drivers.size > 0,
    });
  }

  async start(signal: AbortSignal): Promise<void> {
    const { browser } = this.browser.connection;
    await Promise.all([
      this.#pages.start(signal),
      browser.send('Browser.setDownloadBehavior', { behavior: 'deny' }, { signal }),
    ]);
  }

  get drivers(): number {
    return this.#drivers.size;
  }

  connectDriver: SessionBrowser['connectDriver'] = (peer) => {
    const { connection } = this.browser;
    const driver = openDriver(peer, {
      pipe: this.#pipe,
      attachRoot: async () => (await connection.browser.send('Target.attachToBrowserTarget')).sessionId,
      detachRoot: async (sessionId) => {
        await connection.browser
          .send('Target.detachFromTarget', { sessionId }, { timeoutMs: DETACH_MS })
          .catch(() => undefined);
      },
      onShown: (targetId) => this.#pages.show(targetId),
      onLeft: () => this.#noteLeft(driver),
    });
    this.#drivers.set(driver, peer);
    if (this.#ending || this.#drivers.size > MAX_DRIVERS) {
      peer.close(this.#ending ? CLOSE_GOING : CLOSE_FULL, this.#ending ? ENDING : 'Too many drivers');
      void driver[Symbol.asyncDispose]();
    }
    return driver;
  };

  tabs: SessionBrowser['tabs'] = () => this.#pages.tabs();

  onTabs: SessionBrowser['onTabs'] = (listener) => this.#pages.onTabs(listener);

  async activate(targetId: string): Promise<void> {
    await this.browser.connection.browser.send('Target.activateTarget', { targetId });
    this.#pages.show(targetId);
  }

  async activePage(signal: AbortSignal): Promise<LivePage> {
    const page = this.#pages.active();
    if (!page) throw new CdpError('closed', 'The session has no page now');
    return untilAborted(page.live, signal);
  }

  holdDialogs(): () => void {
    this.#dialogHolders += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#dialogHolders -= 1;
      this.#answerDialogs();
    };
  }

  async stopScripts(): Promise<void> {
    await Promise.all(this.#pages.pages().map((page) => page.stopScripts()));
  }

  end(reason: string): Promise<void> {
    this.#endReason ??= reason;
    return this[Symbol.asyncDispose]();
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    this.#pages.noteEnding();
    for (const peer of this.#drivers.values()) peer.close(CLOSE_GOING, ENDING);
    const leaving = Array.from(this.#drivers.keys(), (driver) => driver[Symbol.asyncDispose]());
    await Promise.all([...leaving, this.browser.close(), this.ended]);
  }

  async #noteLeft(driver: DriverLink): Promise<void> {
    this.#drivers.delete(driver);
    if (this.#ending) return;
    this.#answerDialogs();
    await Promise.all(this.#pages.pages().map((page) => page.restoreLooks()));
  }

  #answerDialogs(): void {
    for (const page of this.#pages.pages()) page.answerDialog();
  }
}

const ENDING = 'The session ends';
