import assert from 'node:assert/strict';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { runCliCalls, type CliEnd } from '../support/run-cli.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { startTestSite } from '../support/test-site.ts';

const KETTLE = `<title>Copper kettle</title><main><h1>Copper kettle</h1>
  <p>The copper kettle from Acme holds two litres of water and boils them within four minutes on any stove.</p>
  <p>We deliver it within three working days to every address in the country, free of charge above fifty euros.</p>
  <p class="price">49.90 EUR</p><table><tr><th>Weight</th><td>1.2 kg</td></tr></table></main>`;

/** The commands of docs/answers.md, each with what it prints on a machine without a language model. */
const PRINTED: ReadonlyArray<readonly [command: RegExp, printed: RegExp]> = [
  [/--format summary$/, /copper kettle from Acme/],
  [/--schema "name, price:number"$/, /"name": "Copper kettle",\s+"price": 49\.9/],
  [/--question /, /within three working days/],
  [/--highlights /, /1\.2 kg/],
  [/--prompt /, /Copper kettle/],
  [/^decant ask /, /\w/],
];

describe('the commands of docs/answers.md', () => {
  let site: LoopbackSite;
  const commands: string[] = [];
  before(async () => {
    site = await startTestSite({ '/': '<title>x</title><a href="/kettle">Kettle</a>', '/kettle': KETTLE });
    const text = await readFile(new URL('../../docs/answers.md', import.meta.url), 'utf8');
    const blocks = text.matchAll(/```sh\n([^]*?)```/g);
    commands.push(...[...blocks].flatMap(([, block = '']) => block.trim().split('\n')));
  });
  after(() => site?.[Symbol.asyncDispose]());

  test('each of them prints what it says', async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-answers-'));
    const environment = {
      DECANT_ALLOW_ADDRESSES: '127.0.0.0/8',
      // The crawl among them joins this service.
      DECANT_DATA_DIR: (await shareTestService()).dataDir,
    };
    assert.equal(commands.length, PRINTED.length);
    const plain = commands.map((command) => command.replace(/ +#.*$/, ''));
    const calls = plain.map((command) =>
      [...command.matchAll(/"([^"]*)"|(\S+)/g)]
        .slice(1)
        .map(([, quoted, bare]) => (quoted ?? bare ?? '').replace('https://example.com', site.origin)),
    );
    const ends = await runCliCalls(calls, environment, { cwd: folder.path });
    for (const [at, { code, stdout, stderr }] of ends.entries()) {
      const [name, printed] = PRINTED[at]!;
      assert.equal(code, 0, `${plain[at]}\n${stderr}`);
      assert.match(plain[at]!, name);
      assert.match(stdout, printed, plain[at]);
    }
  });
});

describe('calls of the command line', () => {
  const call = async (...calls: string[][]): Promise<CliEnd[]> => runCliCalls(calls);

  test('a wrong value is a wrong call, for which nothing is started', async () => {
    const ends = await call(
      ['scrape', 'https://example.com', '--timeout', '5'],
      ['scrape', 'https://example.com', '--format', 'no-such'],
      ['crawl', 'https://example.com', '--limit', '0'],
      ['map', 'https://example.com', '--limit', '0'],
      ['scrape', 'https://example.com', '--schema', 'name:money'],
      ['ask'],
    );
    assert.deepEqual(
      ends.map(({ code }) => code),
      ends.map(() => 2),
      ends.map(({ stderr }) => stderr).join(''),
    );
  });

  test('a file that is not there is called a file', async () => {
    for (const { code, stderr } of await call(
      ['scrape', 'missing.pdf'],
      ['scrape', './notes/missing.html'],
    )) {
      assert.equal(code, 2);
      assert.match(stderr, /There is no file \S*missing\.(?:pdf|html)/);
    }
  });

  test('ask speaks to a service that is named', async () => {
    const { url, key } = await shareTestService();
    const environment = { DECANT_API_KEY: key };
    const [answered, json] = await runCliCalls(
      [
        ['ask', 'How', 'do', 'I', 'revoke', 'a', 'key?', '--service', url],
        ['ask', 'How do I bake bread?', '--json', '--service', url],
      ],
      environment,
    );
    assert.equal(answered!.code, 0);
    assert.match(answered!.stdout, /docs\/accounts\.md/);
    assert.equal((JSON.parse(json!.stdout) as { confidence: string }).confidence, 'low');
  });
});
