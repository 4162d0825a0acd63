/** Runs a measurement that Ctrl-C or SIGTERM aborts; says on standard error why it failed. Returns the exit code. */
export async function untilInterrupted(run: (signal: AbortSignal) => Promise<void>): Promise<number> {
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort(new Error('Interrupted')));
  process.once('SIGTERM', () => interrupt.abort(new Error('Terminated')));
  try {
    await run(interrupt.signal);
    return 0;
  } catch (error) {
    // What fails after an interrupt fails because of it.
    process.stderr.write(interrupt.signal.aborted ? '\nInterrupted\n' : `${(error as Error).stack}\n`);
    return interrupt.signal.aborted ? 130 : 1;
  }
}
