/** Signals of one Ctrl-C may arrive more than once: terminal, npm and launcher each send it on. */
const SAME_INTERRUPT_MS = 1_000;
/** Signals that ask a process to end, with the exit code that a shell gives to who ended by them. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type EndSignal = keyof typeof EXIT_CODES;
const SIGNALS = Object.keys(EXIT_CODES) as EndSignal[];

/** A command that has not ended by itself this long after it was asked to is ended, together with its children. */
const GRACE_MS = 20_000;
/** A command that has ended leaves within this time. */
const END_MS = 200;

/** Why a command ends before its work is done: it was asked to. */
class Interruption extends Error {
  override readonly name = 'Interruption';
  readonly exitCode: number;
  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

export interface Interrupt extends Disposable {
  signal: AbortSignal;
}

/**
 * Aborts when the process is asked to end. A second, later request ends it at once, and so does the end of the grace
 * period. The launcher holds an IPC channel: when it closes, the launcher is gone and this process follows.
 */
export function interruptSignal(): Interrupt {
  const controller = new AbortController();
  const first = { at: 0 };
  const begin = (reason: string, exitCode: number): void => {
    first.at = performance.now();
    setTimeout(() => process.exit(exitCode), GRACE_MS).unref();
    controller.abort(new Interruption(reason, exitCode));
  };
  const onSignal = (signal: EndSignal): void => {
    if (!controller.signal.aborted) begin(`${signal} received`, EXIT_CODES[signal]);
    else if (performance.now() - first.at > SAME_INTERRUPT_MS) process.exit(EXIT_CODES[signal]);
  };
  const onDisconnect = (): void => {
    if (!controller.signal.aborted) begin('the launcher is gone', EXIT_CODES.SIGTERM);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  if (process.connected) {
    process.once('disconnect', onDisconnect);
    process.channel?.unref();
  }
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const signal of SIGNALS) process.off(signal, onSignal);
      process.off('disconnect', onDisconnect);
      // Work that could not be cancelled, such as a connection that is being made, holds up nobody.
      if (controller.signal.aborted) setTimeout(() => process.exit(), END_MS).unref();
    },
  };
}

/** The exit code of a command that was asked to end; undefined when nobody asked. */
export function interruptedExitCode({ aborted, reason }: AbortSignal): number | undefined {
  if (!aborted) return undefined;
  return reason instanceof Interruption ? reason.exitCode : EXIT_CODES.SIGINT;
}

/** Whether an error says no more than that the process was asked to end, and no part of it says anything else. */
export function isInterruption(error: unknown, signal: AbortSignal): boolean {
  if (error === signal.reason) return true;
  if (!(error instanceof SuppressedError)) return false;
  return isInterruption(error.error, signal) && isInterruption(error.suppressed, signal);
}
