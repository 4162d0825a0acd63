import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { DocumentContent } from '../../../src/readers/document.ts';
import type { FromReader, ToReader } from '../../../src/readers/process/reader-messages.ts';

/** A reader's process that does what the file says: for tests of those who keep such processes. */

const content = (html: string): DocumentContent => ({ html, properties: {}, warnings: [] });
const send = (message: FromReader): void => void process.send!(message);
const kept: Buffer[] = [];
let reads = 0;

const COMMANDS: Readonly<Record<string, () => void | Promise<void>>> = {
  echo: () => send({ type: 'content', content: content(`read ${++reads}`) }),
  pid: () => send({ type: 'content', content: content(String(process.pid)) }),
  refuse: () =>
    send({ type: 'refusal', code: 'SCRAPE_DOCUMENT_DAMAGED', message: 'The file is damaged: test' }),
  crash: () => void process.kill(process.pid, 'SIGSEGV'),
  loop: () => {
    for (;;) Math.random();
  },
  partial: () => {
    send({ type: 'partial', content: content('the beginning') });
    setTimeout(() => void COMMANDS['loop']!(), 50);
  },
  grow: () => {
    const timer = setInterval(() => kept.push(Buffer.alloc(20_000_000, 1)), 5);
    void timer;
  },
  // Survives in a fresh process only: what an earlier file left behind may end a reader.
  fresh() {
    if (reads++ > 0) process.exit(3);
    send({ type: 'content', content: content('fresh') });
  },
  probe,
};

process.on('message', (message: ToReader) => {
  if (message.type === 'prepare') {
    if (message.identity) {
      process.setgroups!([]);
      process.setgid!(message.identity.gid);
      process.setuid!(message.identity.uid);
    }
    send({ type: 'ready' });
    return;
  }
  void COMMANDS[Buffer.from(message.request.bytes).toString()]!();
});
process.on('disconnect', () => process.exit(0));

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
  send({ type: 'content', content: content(JSON.stringify(facts)) });
}

function attempt(action: () => unknown): string {
  try {
    action();
    return 'done';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'failed';
  }
}
