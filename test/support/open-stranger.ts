import type { SessionBrowser } from '../../src/browser/sharing/session-browser.ts';
import { SessionCode } from '../../src/runners/session-code.ts';
import { createRunnerStart } from '../../src/runners/process/start-runner.ts';
import { nodeOrder } from '../../src/runners/runner-orders.ts';
import { codeTools, createCodeCalls, findTestCage, type CodeCalls } from './share-test-code.ts';

/** Code in a program that has nothing of a runner but its place: a stranger who got hold of one. */
export interface Stranger extends CodeCalls, AsyncDisposable {}

/** Functions for code that speaks on its runner's link, whoever it is that has it. */
export const SAY = `
const fs = require('fs');
function frameOf(kind, text, length = Buffer.byteLength(text)) {
  const head = Buffer.alloc(5);
  head.writeUInt32LE(length, 0);
  head[4] = kind;
  return Buffer.concat([head, Buffer.from(text)]);
}
const pause = new Int32Array(new SharedArrayBuffer(4));
function write(bytes) {
  for (let at = 0; at < bytes.length; )
    try {
      at += fs.writeSync(3, bytes, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(pause, 0, 0, 1);
    }
}
const say = (kind, text, length) => write(frameOf(kind, text, length));
const tell = (message) => say(0, JSON.stringify(message));
const never = () => new Promise(() => {});
`;

/** It says what a runner says, and does what it is told, without a browser: its code is the body of an async function. */
const PROGRAM = `${SAY}
const link = new (require('net').Socket)({ fd: 3, readable: true, writable: true });
const Body = (async () => {}).constructor;
let heard = Buffer.alloc(0);
link.on('data', (bytes) => {
  heard = Buffer.concat([heard, bytes]);
  while (heard.length >= 5 && heard.length >= 5 + heard.readUInt32LE(0)) {
    const end = 5 + heard.readUInt32LE(0);
    if (heard[4] === 0) void obey(JSON.parse(heard.toString('utf8', 5, end)));
    heard = heard.subarray(end);
  }
});
link.on('error', () => process.exit(0));
link.on('close', () => process.exit(0));
async function obey({ type, id, code, mark }) {
  if (type === 'connect') return tell({ type: 'connected' });
  if (type !== 'run') return;
  const result = String(await new Body(code)());
  for (const descriptor of [1, 2]) fs.writeSync(descriptor, mark);
  tell({ type: 'done', id, result, exitCode: 0 });
}
tell({ type: 'ready' });
`;

/**
 * Code in a session whose runners are such programs, in the cage and with the limits of a runner: they are there in a fifth of
 * its time.
 */
export async function openStranger(session: SessionBrowser): Promise<Stranger> {
  const starting = createRunnerStart(findTestCage);
  const order = { ...(await nodeOrder()), args: ['-e', PROGRAM] };
  const start = (): ReturnType<typeof starting.start> => starting.start(async () => order);
  const code = new SessionCode(codeTools(session), { takeNode: start, startPython: start });
  return { ...createCodeCalls(code), [Symbol.asyncDispose]: () => code[Symbol.asyncDispose]() };
}
