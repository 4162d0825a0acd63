/** Signals of one Ctrl-C may arrive more than once: terminal, npm and launcher each send it on. */
const SAME_INTERRUPT_MS = 1_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What has not ended by itself this long after it was asked to is ended: children of the process end with it. */
const GRACE_MS = 20_000;

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
  const begin = (reason: string): void => {
    first.at = performance.now();
    setTimeout(() => process.exit(130), GRACE_MS).unref();
    controller.abort(new Error(reason));
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (!controller.signal.aborted) begin(`${signal} received`);
    else if (performance.now() - first.at > SAME_INTERRUPT_MS) process.exit(130);
  };
  const onDisconnect = (): void => {
    if (!controller.signal.aborted) begin('the launcher is gone');
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
    },
  };
}
