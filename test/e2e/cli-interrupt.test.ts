import assert from 'node:assert/strict';
import { mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findServerProcesses } from '../../src/store/embedded/processes/server-processes.ts';
import { buildTiff } from '../support/documents/build-tiff.ts';
import { eventually } from '../support/eventually.ts';
import { openTcpSite, type LoopbackSite } from '../support/loopback-site.ts';
import { pickSize } from '../support/pick-size.ts';
import { startCli, type StartedCli } from '../support/start-cli.ts';
import { startTestSite } from '../support/test-site.ts';

const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const;

/** Starts of a database until one is interrupted. */
const MOST_TRIES = 10;

/** What a signal means is the same for all commands: usually each of them gets one of the two. */
const isSignalOf = (index: number, signal: NodeJS.Signals): boolean =>
  pickSize(0, 1) === 1 || SIGNALS[index % SIGNALS.length]![0] === signal;

describe('a command that is asked to end says one line at most', { concurrency: 3 }, () => {
  /** Never answers. */
  let site: LoopbackSite;
  let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;

  before(async () => {
    folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-interrupt-'));
    site = await startTestSite({ '*': () => undefined });
  });

  after(async () => {
    await site?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  interface Interruption {
    environment?: Record<string, string>;
    isAtWork(command: StartedCli): void | Promise<void>;
  }

  /** Sends the signal when the command is at work. Returns its exit code: 0 where it had ended before the signal came. */
  async function endWith(
    signal: NodeJS.Signals,
    args: readonly string[],
    { environment, isAtWork }: Interruption,
  ): Promise<number | null> {
    const settings = {
      DECANT_ALLOW_ADDRESSES: '127.0.0.1',
      DECANT_DATA_DIR: path.join(folder.path, `${args[0]}-${signal}`),
      ...environment,
    };
    await using command = startCli(args, settings, { cwd: folder.path });
    await eventually(async () => isAtWork(command));
    command.kill(signal);
    const ended = await command.ended;
    assert.doesNotMatch(command.stderr(), /\n\s+at |Node\.js v/);
    assert.ok(command.stderr().split('\n').length <= 2, command.stderr());
    return ended;
  }

  for (const [signal, code] of SIGNALS) {
    for (const [index, args] of [['scrape'], ['scrape', '--explain'], ['map']].entries()) {
      if (!isSignalOf(index, signal)) continue;
      test(`${args.join(' ')}: ${signal} is ${code}`, async () => {
        const target = `/${[...args, signal].join('/')}`;
        const isAtWork = () => assert.ok(site.requests.some(({ url }) => url === target));
        assert.equal(await endWith(signal, [...args, `${site.origin}${target}`], { isAtWork }), code);
      });
    }

    const skipParse = process.platform !== 'linux' && 'no /proc';
    if (isSignalOf(3, signal))
      test(`parse: ${signal} is ${code}`, { skip: skipParse }, async () => {
        const scan = path.join(folder.path, `${signal}.tiff`);
        await writeFile(scan, slowScan());
        const isAtWork = async ({ pid }: StartedCli) => assert.ok(await hasChild(pid));
        assert.equal(await endWith(signal, ['parse', scan], { isAtWork }), code);
      });

    if (isSignalOf(4, signal))
      test(`keys, while its own database starts: ${signal} is ${code}, and none is left`, async () => {
        for (let tries = 1; ; tries++) {
          const cluster = path.join(folder.path, `${signal}-${tries}`, 'postgres');
          const ended = await endWith(signal, ['keys'], {
            environment: { DECANT_DATA_DIR: path.dirname(cluster) },
            isAtWork: async () => assert.ok((await readdir(cluster)).length > 0),
          });
          assert.deepEqual(findServerProcesses(cluster), []);
          // A fast database is there before a busy machine has sent the signal.
          if (ended === 0 && tries < MOST_TRIES) continue;
          assert.equal(ended, code);
          return;
        }
      });
  }

  // What a signal means to a command is the same for all of them: each gets one of the two.
  for (const [index, name] of [
    'serve',
    'crawl',
    'doctor',
    'keys',
    'teams',
    'profiles',
    'webhooks',
  ].entries()) {
    const [signal, code] = SIGNALS[index % SIGNALS.length]!;
    test(`${name}, with a database that does not answer: ${signal} is ${code}`, async () => {
      await using database = await openTcpSite(() => undefined);
      const args = name === 'crawl' ? [name, site.origin] : name === 'webhooks' ? [name, 'list'] : [name];
      const ended = await endWith(signal, args, {
        environment: { DATABASE_URL: `postgres://u:p@127.0.0.1:${database.port}/d`, PORT: '0' },
        isAtWork: () => assert.ok(database.sockets.length > 0),
      });
      assert.equal(ended, code);
    });
  }
});

/** Noise, in which a reader looks for letters for a long while. */
function slowScan(): Buffer {
  const [width, height] = [2_400, 3_200];
  const data = new Uint8Array(width * height);
  let state = 1;
  for (let at = 0; at < data.length; at++) {
    state = (state * 48_271) % 2_147_483_647;
    data[at] = state & 255;
  }
  return buildTiff(Array.from({ length: 6 }, () => ({ width, height, data, channels: 1, dpi: 300 })));
}

async function hasChild(pid: number): Promise<boolean> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(
    names.map((name) => readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')),
  );
  return stats.some(
    (stat) => / \S (?<parent>\d+) /.exec(stat.slice(stat.lastIndexOf(')')))?.[1] === `${pid}`,
  );
}
