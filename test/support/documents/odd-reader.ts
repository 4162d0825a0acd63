import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import type { DocumentContent } from '../../../src/readers/document.ts';
import { listenToService, TO_SERVICE } from '../../../src/readers/process/reader-side.ts';

/** A reader's process that does what the file says: for tests of those who keep such processes. */

const content = (html: string): DocumentContent => ({ html, properties: {}, warnings: [] });
/** The file that is being read. */
const current = { id: 0 };
const answer = (html: string): void => void tell({ type: 'content', id: current.id, content: content(html) });
const kept: Buffer[] = [];
let reads = 0;

const COMMANDS: Readonly<Record<string, () => void | Promise<void>>> = {
  echo: () => answer(`read ${++reads}`),
  pid: () => answer(String(process.pid)),
  refuse: () =>
    void tell({
      type: 'refusal',
      id: current.id,
      code: 'SCRAPE_DOCUMENT_DAMAGED',
      message: 'The file is damaged: test',
    }),
  crash: () => void process.kill(process.pid, 'SIGSEGV'),
  loop: () => {
    for (;;) Math.random();
  },
  partial: () => {
    void tell({ type: 'partial', id: current.id, content: content('the beginning') });
    setTimeout(() => void COMMANDS['loop']!(), 50);
  },
  grow: () => {
    const timer = setInterval(() => kept.push(Buffer.alloc(20_000_000, 1)), 5);
    void timer;
  },
  // Survives in a fresh process only: what an earlier file left behind may end a reader.
  fresh() {
    if (reads++ > 0) process.exit(3);
    answer('fresh');
  },
  // What a process may say that a file has taken over.
  null: () => say('null'),
  list: () => say('[]'),
  wrongTypes: () =>
    say(JSON.stringify({ type: 'content', id: current.id, content: { html: { toString: 1 } } })),
  unknownCode: () => say(JSON.stringify({ type: 'refusal', id: current.id, code: 'toString', message: 'x' })),
  noJson: () => say('{'),
  failureObject: () => say('{"type":"failure","message":{"toString":1}}'),
  huge: () => void writeSync(TO_SERVICE, Buffer.from([0, 0, 0, 0xff, 0, 0, 0, 0])),
  otherFile: () => void tell({ type: 'content', id: current.id + 1, content: content('for another') }),
  twice() {
    answer('first');
    setTimeout(() => void tell({ type: 'content', id: current.id, content: content('late') }), 100);
  },
  probe,
};

/** A message as it stands. */
function say(json: string): void {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(Buffer.byteLength(json), 0);
  writeSync(TO_SERVICE, Buffer.concat([head, Buffer.from(json)]));
}

const tell = listenToService(async (message, bytes) => {
  if (message.type === 'prepare') {
    if (message.identity) {
      process.setgroups!([]);
      process.setgid!(message.identity.gid);
      process.setuid!(message.identity.uid);
    }
    await tell({ type: 'ready' });
    return;
  }
  current.id = message.id;
  await COMMANDS[bytes.toString()]!();
});

/** What can be reached from here, and what came of each attempt; the argument is a port that somebody listens on. */
async function probe(): Promise<void> {
  const port = Number(process.argv[2]);
  const facts = {
    uid: process.getuid!(),
    environment: Object.keys(process.env),
    readPasswd: attempt(() => readFileSync('/etc/passwd')),
    readEnviron: attempt(() => readFileSync('/proc/1/environ')),
    write: attempt(() => writeFileSync('/tmp/odd-reader', 'x')),
    execute: attempt(() => execFileSync('true')),
    connect: await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'));
      socket.on('connect', () => resolve('done'));
    }),
  };
  answer(JSON.stringify(facts));
}

function attempt(action: () => unknown): string {
  try {
    action();
    return 'done';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'failed';
  }
}
