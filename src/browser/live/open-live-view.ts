import type { CdpConnection } from '../cdp/cdp-connection.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';
import { Cast } from './cast.ts';
import type { CastCores } from './cast-cores.ts';
import { Prompts } from './prompts.ts';
import { steerTab } from './steer-tab.ts';
import { followPrompts, interceptChoosers } from './tab-prompts.ts';
import type { ViewState } from './view-news.ts';
import { TAB_CALL, ViewedTab } from './viewed-tab.ts';
import { Viewer } from './viewer.ts';
import { VIEW_ENDED, VIEW_TOO_MUCH, type ViewerLink, type ViewerPeer } from './viewer-peer.ts';
import type { DriveMessageOf } from './viewer-message.ts';

/** The browser of a session, as far as a view of it goes. */
export interface ViewedBrowser {
  readonly browser: { readonly connection: CdpConnection };
  /** Programs that are connected now. */
  readonly drivers: number;
  tabs(): ReadonlyArray<{ targetId: string; url: string; title: string; isActive: boolean }>;
  onTabs(listener: () => void): () => void;
  activate(targetId: string): Promise<void>;
  /** Until what is returned is called, dialogues of pages wait for those who drive. */
  holdDialogs(): () => void;
}

/** The view of a session, for any number of viewers. Disposing ends it for all of them. */
export interface LiveView extends AsyncDisposable {
  /** Those who look now, and those of them who can drive: these count as activity. */
  readonly viewers: number;
  readonly drivers: number;
  join(peer: ViewerPeer, options: { isInteractive: boolean }): ViewerLink;
}

const MAX_VIEWERS = 20;
/** Drivers come and go without a word. */
const LOOK_MS = 1_000;
/** A page may change its title and address without end: viewers are told of it no more often. */
const NEWS_MS = 100;
const NOTICES_MS = 1_000;
/** Some addresses hold whole files. */
const MAX_URL = 2_000;
const MAX_TITLE = 300;

export function openLiveView(browser: ViewedBrowser, { cores }: { cores: CastCores }): LiveView {
  return new View(browser, cores);
}

class View implements LiveView {
  readonly #browser: ViewedBrowser;
  readonly #viewers = new Set<Viewer>();
  readonly #cast: Cast;
  readonly #prompts = new Prompts(() => this.#driving());
  readonly #offTabs: () => void;
  #tab: ViewedTab | undefined;
  /** The tab that is shown, or is to be once its session is open. */
  #targetId: string | undefined;
  #isLoading = false;
  #told = '';
  #releaseDialogs: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #newsTimer: NodeJS.Timeout | undefined;
  #noticedAt = -Infinity;
  #hasEnded = false;

  constructor(browser: ViewedBrowser, cores: CastCores) {
    this.#browser = browser;
    this.#cast = new Cast(cores);
    this.#offTabs = browser.onTabs(() => this.#followTabs());
  }

  get viewers(): number {
    return this.#viewers.size;
  }

  get drivers(): number {
    return this.#driving().length;
  }

  join(peer: ViewerPeer, { isInteractive }: { isInteractive: boolean }): ViewerLink {
    const viewer = new Viewer(peer, {
      isInteractive,
      tab: () => this.#tab,
      prompts: this.#prompts,
      onSize: () => this.#refresh(),
      onSeen: ({ seat }, picture) => this.#cast.seen(seat, picture),
      onSteer: (by, message) => void this.#steer(by, message),
    });
    const refusal = this.#hasEnded
      ? { code: VIEW_ENDED, reason: 'The session has ended' }
      : this.#viewers.size >= MAX_VIEWERS
        ? { code: VIEW_TOO_MUCH, reason: 'Too many look at this session already' }
        : undefined;
    if (refusal) viewer.close(refusal.code, refusal.reason);
    else this.#welcome(viewer);
    return {
      take: (message) => viewer.take(message),
      [Symbol.dispose]: () => this.#leave(viewer),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#hasEnded = true;
    this.#offTabs();
    for (const viewer of this.#viewers) viewer.close(VIEW_ENDED, 'The session has ended');
    this.#viewers.clear();
    this.#releaseDialogs?.();
    clearInterval(this.#timer);
    clearTimeout(this.#newsTimer);
    this.#cast[Symbol.dispose]();
    await this.#leaveTab();
  }

  #driving(): Viewer[] {
    return [...this.#viewers].filter(({ isInteractive }) => isInteractive);
  }

  #welcome(viewer: Viewer): void {
    this.#viewers.add(viewer);
    this.#timer ??= setInterval(() => this.#tellState(), LOOK_MS).unref();
    viewer.tell({ type: 'welcome', isInteractive: viewer.isInteractive });
    if (viewer.isInteractive) {
      this.#prompts.repeatTo(viewer);
      this.#takeQuestions();
    }
    this.#cast.add(viewer.seat);
    this.#followTabs();
    viewer.tell(this.#state());
  }

  #leave(viewer: Viewer): void {
    if (!this.#viewers.delete(viewer)) return;
    viewer.leave();
    this.#cast.remove(viewer.seat);
    if (this.#viewers.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#targetId = undefined;
      void this.#leaveTab();
    }
    if (viewer.isInteractive) this.#takeQuestions();
    this.#tellState();
  }

  #refresh(): void {
    this.#cast.refresh();
    this.#tellState();
  }

  /** Shows the active tab, while anybody looks. */
  #followTabs(): void {
    if (this.#hasEnded || this.#viewers.size === 0) return;
    const active = this.#browser.tabs().find(({ isActive }) => isActive);
    if (active?.targetId !== this.#targetId) void this.#showTab(active?.targetId);
    this.#tellState();
  }

  async #showTab(targetId: string | undefined): Promise<void> {
    this.#targetId = targetId;
    void this.#leaveTab();
    if (targetId === undefined) return;
    const { connection } = this.#browser.browser;
    const opened = await ViewedTab.open(connection, targetId, (session) =>
      this.#followSession(session, targetId),
    ).catch(() => undefined);
    if (this.#targetId !== targetId) return opened?.[Symbol.asyncDispose]();
    if (!opened) {
      // It has gone; the next list of tabs says which one is active.
      this.#targetId = undefined;
      return;
    }
    this.#tab = opened;
    opened.session.on('Page.screencastFrame', (event) => this.#cast.take(opened, event));
    this.#cast.show(opened);
    this.#takeQuestions();
    this.#tellState();
  }

  async #leaveTab(): Promise<void> {
    const tab = this.#tab;
    this.#tab = undefined;
    this.#isLoading = false;
    this.#prompts.closeAll();
    this.#cast.show(undefined);
    await tab?.[Symbol.asyncDispose]();
  }

  #followSession(session: CdpSession, targetId: string): void {
    followPrompts(session, {
      prompts: this.#prompts,
      isDriven: () => this.drivers > 0,
      tab: () => this.#tab,
      notice: (text) => this.#notice(text),
    });
    const note = (frameId: string, isLoading: boolean): void => {
      if (frameId !== targetId || this.#targetId !== targetId) return;
      this.#isLoading = isLoading;
      this.#tellState();
    };
    session.on('Page.frameStartedLoading', ({ frameId }) => note(frameId, true));
    session.on('Page.frameStoppedLoading', ({ frameId }) => note(frameId, false));
    if (this.drivers > 0) interceptChoosers([session], true);
  }

  /** Dialogues and files are asked of viewers while one of them can answer. */
  #takeQuestions(): void {
    const isDriven = this.drivers > 0;
    if (isDriven) this.#releaseDialogs ??= this.#browser.holdDialogs();
    else {
      this.#releaseDialogs?.();
      this.#releaseDialogs = undefined;
    }
    if (this.#tab) interceptChoosers(this.#tab.sessions, isDriven);
  }

  async #steer(viewer: Viewer, message: DriveMessageOf<'go' | 'address' | 'tab'>): Promise<void> {
    try {
      if (message.type === 'tab') return await this.#steerTabs(message);
      const problem = this.#tab && (await steerTab(this.#tab, message));
      if (problem !== undefined) viewer.tell({ type: 'notice', text: problem });
    } catch {
      viewer.tell({ type: 'notice', text: 'The page does not answer' });
    }
  }

  async #steerTabs({ id, isClosing }: DriveMessageOf<'tab'>): Promise<void> {
    // Other targets of the browser are nobody's.
    if (!this.#browser.tabs().some(({ targetId }) => targetId === id)) return;
    if (!isClosing) return this.#browser.activate(id);
    await this.#browser.browser.connection.browser.send('Target.closeTarget', { targetId: id }, TAB_CALL);
  }

  #notice(text: string): void {
    const now = performance.now();
    if (now - this.#noticedAt < NOTICES_MS) return;
    this.#noticedAt = now;
    for (const viewer of this.#driving()) viewer.tell({ type: 'notice', text });
  }

  #state(): ViewState {
    return {
      type: 'state',
      tabs: this.#browser.tabs().map(({ targetId: id, url, title, isActive }) => ({
        id,
        url: url.slice(0, MAX_URL),
        title: title.slice(0, MAX_TITLE),
        isActive,
      })),
      isLoading: this.#isLoading,
      programs: this.#browser.drivers,
      viewers: this.viewers,
      drivers: this.drivers,
      rate: this.#cast.step?.rate ?? 0,
    };
  }

  #tellState(): void {
    this.#newsTimer ??= setTimeout(() => {
      this.#newsTimer = undefined;
      this.#tellStateNow();
    }, NEWS_MS).unref();
  }

  #tellStateNow(): void {
    const state = this.#state();
    const text = JSON.stringify(state);
    if (text === this.#told) return;
    this.#told = text;
    for (const viewer of this.#viewers) viewer.tell(state);
  }
}
