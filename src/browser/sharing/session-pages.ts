import type { Protocol } from 'devtools-protocol';
import type { CdpConnection } from '../cdp/cdp-connection.ts';
import type { SessionTab } from './session-browser.ts';
import { SessionPage, type SessionPageParts } from './session-page.ts';

export interface SessionPagesParts extends Pick<SessionPageParts, 'looks' | 'prepare' | 'leavesDialogs'> {
  connection: CdpConnection;
  /** A page that comes now is a driver's doing and shown at once, as in any browser. */
  hasDrivers(): boolean;
}

interface Known {
  page: SessionPage;
  url: string;
  title: string;
}

/** A page that opens windows without end takes gigabytes: those beyond are closed. */
const MAX_TABS = 20;

/** The pages of a session's browser: which there are, which is active, a session of our own on each. */
export class SessionPages {
  readonly #parts: SessionPagesParts;
  /** Those shown last come last. */
  readonly #known = new Map<string, Known>();
  readonly #listeners = new Set<() => void>();
  readonly #first = Promise.withResolvers<void>();
  #defaultContext: string | undefined;
  #isEnding = false;
  #isRefreshing = false;

  constructor(parts: SessionPagesParts) {
    this.#parts = parts;
    const { browser } = parts.connection;
    browser.on('Target.attachedToTarget', (event) => this.#take(event));
    browser.on('Target.targetInfoChanged', ({ targetInfo }) => this.#change(targetInfo));
    browser.on('Target.targetDestroyed', ({ targetId }) => this.#remove(targetId));
    browser.on('Target.targetCrashed', ({ targetId }) => this.#close(targetId));
    void parts.connection.closed.then((reason) => this.#first.reject(reason));
    this.#first.promise.catch(() => undefined);
  }

  /** Attaches to all pages that are there and that will come, and waits until the first is ready. */
  async start(signal: AbortSignal): Promise<void> {
    const { browser } = this.#parts.connection;
    const call = { signal };
    await Promise.all([
      browser.send('Target.setDiscoverTargets', { discover: true }, call),
      browser.send(
        'Target.setAutoAttach',
        {
          autoAttach: true,
          waitForDebuggerOnStart: true,
          flatten: true,
          filter: [{ type: 'page' }, { exclude: true }],
        },
        call,
      ),
      this.#first.promise,
    ]);
    await this.active()?.live;
  }

  /** Windows that come now are closed like any other, and no other is opened for the last. */
  noteEnding(): void {
    this.#isEnding = true;
  }

  tabs(): SessionTab[] {
    void this.#refresh();
    return Array.from(this.#known.values(), ({ page, url, title }) => ({
      targetId: page.targetId,
      url,
      title,
    }))
      .toReversed()
      .map((tab, index) => ({ ...tab, isActive: index === 0 }));
  }

  onTabs(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  active(): SessionPage | undefined {
    return Array.from(this.#known.values()).at(-1)?.page;
  }

  pages(): SessionPage[] {
    return Array.from(this.#known.values(), ({ page }) => page);
  }

  /** The page is the one that is shown; undefined pages are passed over. */
  show(targetId: string): void {
    const known = this.#known.get(targetId);
    if (!known || this.active() === known.page) return;
    this.#known.delete(targetId);
    this.#known.set(targetId, known);
    this.#tell();
  }

  #take({ sessionId, targetInfo }: Protocol.Target.AttachedToTargetEvent): void {
    const { targetId, type, url, title, browserContextId } = targetInfo;
    if (type !== 'page' || this.#known.has(targetId)) return;
    this.#defaultContext ??= browserContextId;
    const isDefault = browserContextId === this.#defaultContext;
    const { connection, looks, prepare, leavesDialogs } = this.#parts;
    const page = new SessionPage(targetId, connection.session(sessionId), {
      connection,
      looks: isDefault ? looks : undefined,
      prepare,
      leavesDialogs,
      contextId: isDefault ? undefined : browserContextId,
    });
    const shown = this.active();
    this.#known.set(targetId, { page, url, title });
    if (this.#known.size > MAX_TABS) return this.#close(targetId);
    const isShown = targetInfo.openerId !== undefined || this.#parts.hasDrivers();
    if (shown && !isShown) this.show(shown.targetId);
    else this.#tell();
    this.#first.resolve();
  }

  #change({ targetId, url, title }: Protocol.Target.TargetInfo): void {
    const known = this.#known.get(targetId);
    if (!known || (known.url === url && known.title === title)) return;
    Object.assign(known, { url, title });
    this.#tell();
  }

  /** No event tells of a title that a script has set. */
  async #refresh(): Promise<void> {
    if (this.#isRefreshing || this.#isEnding) return;
    this.#isRefreshing = true;
    try {
      const { targetInfos } = await this.#parts.connection.browser.send('Target.getTargets', {});
      for (const info of targetInfos) this.#change(info);
    } catch {
      // The browser has gone, or does not answer now.
    } finally {
      this.#isRefreshing = false;
    }
  }

  #remove(targetId: string): void {
    if (!this.#known.delete(targetId)) return;
    // Drivers, viewers and the next call all need one to look at.
    if (this.#known.size === 0 && !this.#isEnding) {
      this.#parts.connection.browser
        .send('Target.createTarget', { url: 'about:blank' })
        .catch(() => undefined);
    }
    this.#tell();
  }

  #close(targetId: string): void {
    if (!this.#known.has(targetId)) return;
    this.#parts.connection.browser.send('Target.closeTarget', { targetId }).catch(() => undefined);
  }

  #tell(): void {
    for (const listener of Array.from(this.#listeners)) listener();
  }
}
