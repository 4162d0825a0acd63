import { openTestSession } from './open-test-session.ts';

/** Entry of a process that has a session with a driver and is killed: it tells what is its own, and waits. */
const house = await openTestSession();
house?.session.connectDriver({
  send: () => undefined,
  queuedBytes: 0,
  setPaused: () => undefined,
  close: () => undefined,
});
const { processId, folder } = house?.session.browser ?? {};
process.stdout.write(`${JSON.stringify({ processId, folder })}\n`);
process.stdin.resume();
