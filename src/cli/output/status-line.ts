import type { TerminalOutput } from '../command/command.ts';
import { printable } from './printable.ts';

const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const FRAME_MS = 100;
/** Work that is done sooner shows no line: it would only flicker. */
const QUIET_MS = 300;

/** Calls back at intervals until it is disposed. */
export type Ticking = (tick: () => void, everyMs: number) => Disposable;

export interface StatusLineOptions {
  now?: () => number;
  ticking?: Ticking;
}

export interface StatusLine extends Disposable {
  /** Names the present step. */
  show(text: string): void;
  /** Makes room for other text; the next frame brings the line back. */
  clear(): void;
}

/** A line that says what is being done and for how long, on a terminal; nothing elsewhere. It goes when it is disposed. */
export function openStatusLine(
  out: TerminalOutput,
  { now = () => performance.now(), ticking = inTime }: StatusLineOptions = {},
): StatusLine {
  if (out.isTTY !== true) return { show() {}, clear() {}, [Symbol.dispose]() {} };
  const startedAt = now();
  const state = { text: '', frame: 0, isShown: false };

  function clear(): void {
    if (state.isShown) out.write('\r\u001b[K');
    state.isShown = false;
  }

  function draw(): void {
    const time = now() - startedAt;
    if (time < QUIET_MS || state.text === '') return;
    const frame = FRAMES.charAt(state.frame++ % FRAMES.length);
    const { columns = 0 } = out;
    const line = `${frame} ${Math.floor(time / 1000)} s  ${state.text}`;
    out.write(`\r${line.slice(0, (columns > 0 ? columns : 80) - 1)}\u001b[K`);
    state.isShown = true;
  }

  const timer = ticking(draw, FRAME_MS);
  return {
    show(text) {
      state.text = printable(text);
    },
    clear,
    [Symbol.dispose]() {
      timer[Symbol.dispose]();
      clear();
    },
  };
}

const inTime: Ticking = (tick, everyMs) => {
  const timer = setInterval(tick, everyMs);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
};
