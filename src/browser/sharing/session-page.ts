import type { CdpConnection } from '../cdp/cdp-connection.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';
import type { CallOptions } from '../cdp/pending-calls.ts';
import { applyEmulation, applyToChild, type EmulationSettings } from '../emulation/apply-emulation.ts';
import { LivePage } from '../page/live-page.ts';

export interface SessionPageParts {
  connection: CdpConnection;
  /** How pages look; undefined for a page in a context of a driver, which looks as the driver wants. */
  looks: EmulationSettings | undefined;
  /** Sets up the page beside its looks before it loads anything. */
  prepare?: ((session: CdpSession, call: CallOptions) => Promise<unknown>) | undefined;
  /** Undefined: the default context. */
  contextId: string | undefined;
  /** Whether dialogues are somebody else's to answer. */
  leavesDialogs(): boolean;
}

/** A page that does not answer is not waited for longer. */
const CALL: CallOptions = { timeoutMs: 1_000 };
const ANSWER: CallOptions = { timeoutMs: 300 };
const MAX_STOPS = 3;

/** A page of a session with a session of our own on it, which is there before its scripts run. */
export class SessionPage {
  readonly targetId: string;
  readonly session: CdpSession;
  /** The page as our own code drives it; rejects when the page has gone. */
  readonly live: Promise<LivePage>;
  readonly #parts: SessionPageParts;
  #opened: LivePage | undefined;
  #dialog: { isLeaving: boolean } | undefined;

  constructor(targetId: string, session: CdpSession, parts: SessionPageParts) {
    this.targetId = targetId;
    this.session = session;
    this.#parts = parts;
    session.on('Page.javascriptDialogOpening', ({ type }) => {
      this.#dialog = { isLeaving: type === 'beforeunload' };
      this.answerDialog();
    });
    session.on('Page.javascriptDialogClosed', () => {
      this.#dialog = undefined;
    });
    this.live = this.#open();
    this.live.catch(() => undefined);
  }

  /** Answers the dialogue that is open unless somebody else does: a page that wants to leave may leave. */
  answerDialog(): void {
    if (!this.#dialog || this.#parts.leavesDialogs()) return;
    const accept = this.#dialog.isLeaving;
    this.session.send('Page.handleJavaScriptDialog', { accept }, CALL).catch(() => undefined);
  }

  /** Undoes what a driver has left behind: the window's size, touch, media. */
  async restoreLooks(): Promise<void> {
    const { looks } = this.#parts;
    if (!looks) return;
    const { width, height, deviceScaleFactor } = looks.identity.viewport;
    const window = { width, height, deviceScaleFactor, mobile: looks.identity.isMobile };
    await Promise.allSettled([
      // A size that was never set here is not cleared here either.
      this.session.send('Emulation.setDeviceMetricsOverride', window, CALL),
      this.session.send('Emulation.clearDeviceMetricsOverride', undefined, CALL),
      this.session.send('Emulation.setTouchEmulationEnabled', { enabled: looks.identity.isMobile }, CALL),
      this.session.send('Emulation.setEmulatedMedia', {}, CALL),
      applyEmulation(this.session, looks, CALL),
    ]);
  }

  /** Also in its frames of other sites. */
  async stopScripts(): Promise<void> {
    const sessions = [this.session, ...(this.#opened?.frames.values() ?? [])];
    await Promise.all(sessions.map(stopUntilItAnswers));
  }

  async #open(): Promise<LivePage> {
    const { connection, contextId, looks, prepare } = this.#parts;
    const { targetId, session } = this;
    const opening = LivePage.open(
      { context: { id: contextId }, page: { targetId, session }, connection },
      {
        isShared: true,
        // A context of a driver is as the driver has made it; sites that look for traces would find stand-ins.
        isInstrumented: looks !== undefined && looks.isEnhanced !== true,
        prepare: async (_session, call) =>
          Promise.all([looks && applyEmulation(session, looks, call), looks && prepare?.(session, call)]),
        ...(looks && {
          prepareChild: (child: CdpSession, kind: string) => applyToChild(child, looks, kind),
        }),
        signal: AbortSignal.any([]),
      },
    );
    // All that sets it up has been sent: it may go on.
    session.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
    this.#opened = await opening;
    return this.#opened;
  }
}

/** A script that was asked for before the stop may begin after it. */
async function stopUntilItAnswers(session: CdpSession): Promise<void> {
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    const [, answered] = await Promise.allSettled([
      session.send('Runtime.terminateExecution', undefined, CALL),
      session.send('Runtime.evaluate', { expression: '1' }, ANSWER),
    ]);
    if (answered.status === 'fulfilled') return;
  }
}
