import { CdpError } from '../cdp/cdp-error.ts';
import { chooseOptions, focusControl, setField } from '../page-scripts/view/set-control.js';
import { readFocus, readSelection } from '../page-scripts/view/read-focus.js';
import { evaluate, expressionOf } from '../page/evaluate.ts';
import { callOnNode } from './call-on-node.ts';
import { findControlAt, type FoundControl } from './find-control.ts';
import { findFocusedFrame } from './find-node.ts';
import type { Prompts, PromptViewer } from './prompts.ts';
import { sendInput } from './send-input.ts';
import type { DriveMessageOf } from './viewer-message.ts';
import { ignoreFailures, TAB_CALL, type ViewedTab } from './viewed-tab.ts';

export type InputMessage = DriveMessageOf<'mouse' | 'wheel' | 'touch' | 'key' | 'text' | 'compose' | 'copy'>;

export interface InputParts {
  tab: () => ViewedTab | undefined;
  prompts: Prompts;
  viewer: PromptViewer;
}

/** A press waits no longer to learn what lies under it. */
const LOOK_CALL = { timeoutMs: 500 };
/** Input that waits; further movements are left out. */
const MAX_WAITING = 200;
/** Input that a page has not taken yet. */
const MAX_UNANSWERED = 100;
/** A finger that moves less is a tap. */
const TAP_REACH = 10;
/** After these keys another element may have the focus. */
const MOVES_FOCUS = /^(?:Tab|Enter|Escape)$/;

/** The input of one viewer: in order, as a visitor's, whatever the page does meanwhile. */
export class TabInput {
  readonly #parts: InputParts;
  readonly #waiting: InputMessage[] = [];
  readonly #pressed = new Map<string, DriveMessageOf<'mouse' | 'key'>>();
  #isBusy = false;
  #unanswered = 0;
  /** The press went to a control that opens a prompt: its release must not reach the page. */
  #isPressHeld = false;
  /** The control under a finger, and where the finger came down. */
  #touched: { control: FoundControl | undefined; x: number; y: number } | undefined;
  #touchTab: ViewedTab | undefined;

  constructor(parts: InputParts) {
    this.#parts = parts;
  }

  take(message: InputMessage): void {
    const last = this.#waiting.at(-1);
    if (last && isMovement(last) && isMovement(message) && last.type === message.type) {
      this.#waiting[this.#waiting.length - 1] = addMovement(last, message);
    } else if (this.#waiting.length < MAX_WAITING) this.#waiting.push(message);
    if (!this.#isBusy) void this.#work();
  }

  /** The viewer has gone: its keys and buttons do not stay down. */
  release(): void {
    this.#waiting.length = 0;
    for (const message of this.#pressed.values()) {
      this.#send(
        message.type === 'key' ? { ...message, event: 'up' } : { ...message, event: 'up', buttons: 0 },
      );
    }
    this.#pressed.clear();
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      try {
        await this.#handle(next);
      } catch (error) {
        this.#tellFailure(error);
      }
    }
    this.#isBusy = false;
  }

  async #handle(message: InputMessage): Promise<void> {
    switch (message.type) {
      case 'mouse':
        return this.#mouse(message);
      case 'touch':
        return this.#touch(message);
      case 'copy':
        return this.#copy();
      case 'key':
        return this.#key(message);
      default:
        return this.#send(message);
    }
  }

  async #mouse(message: DriveMessageOf<'mouse'>): Promise<void> {
    const { event, button } = message;
    if (event === 'move') return this.#send(message);
    if (event === 'down') {
      const control = button === 'left' ? await this.#controlAt(message) : undefined;
      this.#isPressHeld = control !== undefined;
      if (control) return this.#ask(control);
      this.#pressed.set(button, message);
      return this.#send(message);
    }
    if (this.#isPressHeld && button === 'left') {
      this.#isPressHeld = false;
      return;
    }
    this.#pressed.delete(button);
    this.#send(message, true);
  }

  async #touch(message: DriveMessageOf<'touch'>): Promise<void> {
    const { event, points } = message;
    const [first] = points;
    if (event === 'start') {
      this.#enableTouch();
      const control = points.length === 1 && first ? await this.#controlAt(first) : undefined;
      this.#touched = first && { control, x: first.x, y: first.y };
    }
    const touched = this.#touched;
    const isAway = touched && first && Math.hypot(first.x - touched.x, first.y - touched.y) > TAP_REACH;
    if (isAway || points.length > 1 || event === 'cancel') this.#touched = undefined;
    if (event !== 'end' || points.length > 0) return this.#send(message);
    this.#touched = undefined;
    if (!touched?.control || isAway) return this.#send(message, true);
    // The page must not take it for a tap, which opens what nobody sees.
    this.#send({ ...message, event: 'cancel' });
    return this.#ask(touched.control);
  }

  #key(message: DriveMessageOf<'key'>): void {
    if (message.event === 'down') this.#pressed.set(message.code, message);
    else this.#pressed.delete(message.code);
    this.#send(message, message.event === 'up' && MOVES_FOCUS.test(message.key));
  }

  async #copy(): Promise<void> {
    const tab = this.#parts.tab();
    if (!tab) return;
    const { session, contextId } = await findFocusedFrame(tab, TAB_CALL);
    const text = await evaluate<string>(session, expressionOf(readSelection, []), { ...TAB_CALL, contextId });
    if (text !== '') this.#parts.viewer.tell({ type: 'copied', text });
  }

  /** Sends input without waiting for the page; tells of the focus when that may be elsewhere afterwards. */
  #send(message: Exclude<InputMessage, { type: 'copy' }>, movesFocus = false): void {
    const tab = this.#parts.tab();
    if (!tab || (this.#unanswered >= MAX_UNANSWERED && isMovement(message))) return;
    this.#unanswered += 1;
    sendInput(tab, message, TAB_CALL)
      .then(() => (movesFocus ? this.#tellFocus(tab) : undefined))
      .catch((error: unknown) => {
        if (!isMovement(message)) this.#tellFailure(error);
      })
      .finally(() => (this.#unanswered -= 1));
  }

  async #tellFocus(tab: ViewedTab): Promise<void> {
    const { session, contextId } = await findFocusedFrame(tab, TAB_CALL);
    const expression = expressionOf(readFocus, []);
    const focus = await evaluate<ReturnType<typeof readFocus>>(session, expression, {
      ...TAB_CALL,
      contextId,
    });
    const inputMode = focus.kind === 'text' ? (focus.inputMode ?? 'text') : 'none';
    this.#parts.viewer.tell({ type: 'focus', isText: focus.kind === 'text', inputMode });
  }

  async #controlAt(at: { x: number; y: number }): Promise<FoundControl | undefined> {
    const tab = this.#parts.tab();
    // A page that does not tell in time is pressed on as it is.
    return tab && findControlAt(tab, at, LOOK_CALL).catch(() => undefined);
  }

  async #ask(control: FoundControl): Promise<void> {
    const { prompts, viewer } = this.#parts;
    const tab = this.#parts.tab();
    if (!tab) return;
    const { node, label } = control;
    await callOnNode(tab, node, focusControl, { args: [], ...TAB_CALL });
    const prompt =
      control.kind === 'select'
        ? { type: 'select' as const, label, options: control.options }
        : { type: 'field' as const, ...fieldOf(control) };
    prompts.ask(
      prompt,
      (answer) => {
        const done =
          answer.type === 'choose'
            ? callOnNode(tab, node, chooseOptions, { args: [answer.options], ...TAB_CALL })
            : answer.type === 'field'
              ? callOnNode(tab, node, setField, { args: [answer.value], ...TAB_CALL })
              : Promise.resolve(true);
        done.then(
          (isTaken) => isTaken || viewer.tell({ type: 'notice', text: 'The page does not take this value' }),
          (error: unknown) => this.#tellFailure(error),
        );
      },
      viewer,
    );
  }

  /** Only a page that knows of touch tells its scripts of it. */
  #enableTouch(): void {
    const tab = this.#parts.tab();
    if (!tab || tab === this.#touchTab) return;
    this.#touchTab = tab;
    ignoreFailures([
      tab.session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 }, TAB_CALL),
    ]);
  }

  #tellFailure(error: unknown): void {
    const isHeld = error instanceof CdpError && error.failure === 'timeout';
    if (isHeld) this.#parts.viewer.tell({ type: 'notice', text: 'The page does not answer' });
  }
}

function fieldOf({ type: kind, label, value, min, max, step }: FoundControl & { kind: 'field' }) {
  return { kind, label, value, min, max, step };
}

type Movement = DriveMessageOf<'mouse' | 'wheel'>;

function isMovement(message: InputMessage): message is Movement {
  return message.type === 'wheel' || (message.type === 'mouse' && message.event === 'move');
}

function addMovement(before: Movement, after: Movement): Movement {
  if (before.type !== 'wheel' || after.type !== 'wheel') return after;
  return { ...after, deltaX: before.deltaX + after.deltaX, deltaY: before.deltaY + after.deltaY };
}
