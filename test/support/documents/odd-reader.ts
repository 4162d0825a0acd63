import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { DocumentContent } from '../../../src/readers/document.ts';
import { prepareToBecomeNobody } from '../../../src/readers/process/become-nobody.ts';
import { listenToService, tellService, TO_SERVICE } from '../../../src/readers/process/reader-side.ts';
import { attackKernel, fillTables } from './attack-kernel.ts';
import { attackNode } from './attack-node.ts';

/** A reader's process that does what the file says: for tests of those who keep such processes. */

const content = (html: string): DocumentContent => ({ html, properties: {}, warnings: [] });
/** The file that is being read. */
const current = { id: 0 };
const answer = (html: string): void =>
  tellService({ type: 'content', id: current.id, content: content(html) });
const kept: Buffer[] = [];
let reads = 0;

const COMMANDS: Readonly<Record<string, () => void | Promise<void>>> = {
  echo: () => answer(`read ${++reads}`),
  pid: () => answer(String(process.pid)),
  refuse: () =>
    tellService({
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
    tellService({ type: 'partial', id: current.id, content: content('the beginning') });
    beStuck();
  },
  blank: () => {
    tellService({ type: 'partial', id: current.id, content: content('<p> </p><img src="data:,">') });
    beStuck();
  },
  grow: () => {
    for (;;) kept.push(Buffer.alloc(2_000_000, 1));
  },
  tables: async () => {
    await fillTables();
    beStuck();
  },
  // More than a pipe holds, both ways.
  large: () => answer('x'.repeat(40_000_000)),
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
  otherFile: () => tellService({ type: 'content', id: current.id + 1, content: content('for another') }),
  async twice() {
    answer('first');
    // The service has taken that in by then.
    await setTimeout(100);
    tellService({ type: 'content', id: current.id, content: content('late') });
  },
  attackNode: async () => answer(JSON.stringify(await attackNode(process.argv[2]!))),
  attackKernel: async () => answer(JSON.stringify(await attackKernel())),
};

/** Hears nothing any more, as in an endless loop, but takes no time of the processor. */
function beStuck(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** A message as it stands. */
function say(json: string): void {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(Buffer.byteLength(json), 0);
  writeSync(TO_SERVICE, Buffer.concat([head, Buffer.from(json)]));
}

await listenToService(async (message, bytes) => {
  if (message.type === 'prepare') {
    const becomeNobody = await prepareToBecomeNobody(message.rights);
    await becomeNobody();
    tellService({ type: 'ready' });
    return;
  }
  current.id = message.id;
  // Zeros are what makes a file large.
  await COMMANDS[bytes.toString('latin1').replace(/\0+$/, '')]!();
});
