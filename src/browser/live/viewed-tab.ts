import type { Protocol } from 'devtools-protocol';
import type { CdpConnection } from '../cdp/cdp-connection.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';
import type { CallOptions } from '../cdp/pending-calls.ts';
import type { CastSource } from './cast.ts';
import type { CastStep } from './cast-steps.ts';

/** A frame, and how scripts in it are called that its page knows nothing of. */
export interface FramePlace {
  session: CdpSession;
  contextId: number;
}

/** A driver may hold the page: no call on it is waited for any longer. */
export const TAB_CALL: CallOptions = { timeoutMs: 5_000 };
const WORLD = 'view';

/**
 * A session of our own on one tab, beside those of its drivers: for pictures, input and the questions that both bring. The
 * page is told nothing of it.
 */
export class ViewedTab implements CastSource, AsyncDisposable {
  readonly targetId: string;
  readonly session: CdpSession;
  /** Sessions of frames of other sites, by frame id. */
  readonly frames = new Map<string, CdpSession>();
  readonly #connection: CdpConnection;
  readonly #onSession: (session: CdpSession) => void;

  private constructor(
    connection: CdpConnection,
    targetId: string,
    session: CdpSession,
    onSession: (session: CdpSession) => void,
  ) {
    this.#connection = connection;
    this.targetId = targetId;
    this.session = session;
    this.#onSession = onSession;
  }

  /** `onSession` is told of the tab's session and of each frame's before anything is heard from it. */
  static async open(
    connection: CdpConnection,
    targetId: string,
    onSession: (session: CdpSession) => void,
  ): Promise<ViewedTab> {
    const session = await connection.attach(targetId, TAB_CALL);
    const tab = new ViewedTab(connection, targetId, session, onSession);
    tab.#follow(session);
    // Whether it answers shows with the first picture.
    ignoreFailures([session.send('Page.enable', undefined, TAB_CALL)]);
    return tab;
  }

  /** The tab's session and those of its frames. */
  get sessions(): CdpSession[] {
    return [this.session, ...this.frames.values()];
  }

  /** A world of our own in a frame: it sees the tree and none of the scripts of the page. */
  async place(session: CdpSession, frameId: string, call: CallOptions): Promise<FramePlace> {
    const { executionContextId } = await session.send(
      'Page.createIsolatedWorld',
      { frameId, worldName: WORLD, grantUniveralAccess: false },
      call,
    );
    return { session, contextId: executionContextId };
  }

  startCast({ width, height, quality }: CastStep): Promise<unknown> {
    const picture = { format: 'jpeg', quality, maxWidth: width, maxHeight: height } as const;
    return this.session.send('Page.startScreencast', picture, TAB_CALL);
  }

  stopCast(): void {
    ignoreFailures([this.session.send('Page.stopScreencast', undefined, TAB_CALL)]);
  }

  answerPicture(frame: number): void {
    ignoreFailures([this.session.send('Page.screencastFrameAck', { sessionId: frame }, TAB_CALL)]);
  }

  /** Ends the session; the tab itself stays. */
  async [Symbol.asyncDispose](): Promise<void> {
    const sessionId = this.session.id;
    if (sessionId === undefined) return;
    await this.#connection.browser
      .send('Target.detachFromTarget', { sessionId }, TAB_CALL)
      .catch(() => undefined);
  }

  #follow(session: CdpSession): void {
    session.on('Target.attachedToTarget', (event) => this.#attend(event));
    session.on('Target.detachedFromTarget', ({ sessionId }) => {
      for (const [frameId, frame] of this.frames) if (frame.id === sessionId) this.frames.delete(frameId);
    });
    ignoreFailures([
      session.send(
        'Target.setAutoAttach',
        { autoAttach: true, waitForDebuggerOnStart: false, flatten: true, filter: [{ type: 'iframe' }] },
        TAB_CALL,
      ),
    ]);
    this.#onSession(session);
  }

  #attend({ sessionId, targetInfo }: Protocol.Target.AttachedToTargetEvent): void {
    const child = this.#connection.session(sessionId);
    if (targetInfo.type !== 'iframe') return;
    this.frames.set(targetInfo.targetId, child);
    this.#follow(child);
    ignoreFailures([child.send('Page.enable', undefined, TAB_CALL)]);
  }
}

/** For calls whose failure shows elsewhere, or nowhere: the tab has gone, or is held. */
export function ignoreFailures(calls: ReadonlyArray<Promise<unknown>>): void {
  for (const call of calls) call.catch(() => undefined);
}
