import type { ConnectDriver } from '../../lib/driver-link.ts';
import type { LivePage } from '../page/live-page.ts';
import type { Browser } from '../start/open-browser.ts';

/** A page of a session. */
export interface SessionTab {
  readonly targetId: string;
  readonly url: string;
  readonly title: string;
  readonly isActive: boolean;
}

/** The browser of one session: a process of its own. */
export interface SessionBrowser extends AsyncDisposable {
  /** The connection for our own calls. */
  readonly browser: Browser;
  /** A driver (runner, `cdpUrl`) joins; it reaches its own sessions on pages of this browser only. */
  connectDriver: ConnectDriver;
  /** Drivers that are connected now: they count as activity. */
  readonly drivers: number;
  /** Gives the pages, the active one first. */
  tabs(): SessionTab[];
  /**
   * Called when tabs come, go, change their address or the active one changes, until what is returned is called.
   */
  onTabs(listener: () => void): () => void;
  activate(targetId: string): Promise<void>;
  /** The active tab as our own code drives it. Every call on it needs a deadline: a driver may hold the page. */
  activePage(signal: AbortSignal): Promise<LivePage>;
  /**
   * Until what is returned is called, dialogues of pages wait for whoever asks for this, who answers them on the session of
   * the page. Otherwise they are answered with "cancel" at once, unless a driver is there, which answers them.
   */
  holdDialogs(): () => void;
  /** Scripts that run are stopped in all tabs. */
  stopScripts(): Promise<void>;
  /** Fulfils with why when nothing is left of it. */
  readonly ended: Promise<string>;
}
