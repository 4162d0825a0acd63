import type { FromRunner } from './runner-messages.ts';
import type { RunnerProcess } from './runner-process.ts';

/** A runner that takes longer to start or to connect hangs; it takes a second, on a busy machine twenty. */
const READY_MS = 60_000;

/** Waits for a runner's first word of this type; rejects when it ends before, or says why it failed. */
export async function awaitMessage(
  runner: RunnerProcess,
  type: 'ready' | 'connected',
  begin: (hear: (message: FromRunner) => void) => void,
): Promise<void> {
  const heard = Promise.withResolvers<void>();
  begin((message) => {
    if (message.type === type) heard.resolve();
    else if (message.type === 'failed') heard.reject(new Error(message.message));
    else runner.kill('it speaks out of turn');
  });
  void runner.exited.then(({ code, signal, reason }) =>
    heard.reject(new Error(`The runner of code ended (${reason ?? signal ?? `code ${code}`})`)),
  );
  const timer = setTimeout(() => runner.kill('it did not start in time'), READY_MS);
  try {
    await heard.promise;
  } finally {
    clearTimeout(timer);
  }
}
