import type { SessionBrowser } from '../../browser/sharing/session-browser.ts';

/** The browser of a session, as far as the agent works in it. */
export type AgentBrowser = Pick<SessionBrowser, 'tabs' | 'activate' | 'activePage'>;
