// How long whole conversions would take with other parsers of HTML: see docs/decisions/0004-own-tokenizer.md.
// usage: node bench/parse-share.ts FOLDER: every tenth page of a folder of .html files
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseDocument, Parser, Tokenizer } from 'htmlparser2';
import { parse } from 'parse5';
import { openSource } from '../src/html/decode.ts';
import { parseHtml } from '../src/html/parse.ts';
import { STAGES, timeStages } from './content/time-stages.ts';
import { formatTable } from './table.ts';

const EVERY = 10;
const ROUNDS = 4;
const folder = process.argv[2] ?? '';
const pages = readdirSync(folder)
  .filter((name, at) => name.endsWith('.html') && at % EVERY === 0)
  .map((id) => ({ id, address: 'https://www.example.com/', bytes: readFileSync(path.join(folder, id)) }));
const megabytes = pages.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
const nothing = (): void => {};
const callbacks = new Proxy({} as ConstructorParameters<typeof Tokenizer>[1], { get: () => nothing });

const PARSERS: Readonly<Record<string, (bytes: Buffer) => void>> = {
  'ours, with the tree': (bytes) => void parseHtml(openSource(bytes)),
  'htmlparser2, tokens alone': (bytes) => {
    const tokenizer = new Tokenizer({ decodeEntities: true }, callbacks);
    tokenizer.write(bytes.toString());
    tokenizer.end();
  },
  'htmlparser2, events': (bytes) => new Parser({}, { decodeEntities: true }).end(bytes.toString()),
  'htmlparser2, its tree': (bytes) => void parseDocument(bytes.toString()),
  parse5: (bytes) => void parse(bytes.toString()),
};

/** CPU ms of the best round. */
function best(run: () => void): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...rounds);
}

const whole = best(() => void timeStages(pages));
const times = Object.entries(PARSERS).map(
  ([name, parser]) => [name, best(() => pages.forEach(({ bytes }) => parser(bytes)))] as const,
);
const ours = times[0]?.[1] ?? 0;
process.stdout.write(
  `${formatTable({
    title: `${pages.length} pages, ${megabytes.toFixed(1)} MB; ${STAGES.join(', ')}: ${whole.toFixed(0)} ms of CPU`,
    columns: ['parser', 'ms', 'MB per CPU s', 'whole conversion'],
    rows: times.map(([name, ms]) => [
      name,
      ms.toFixed(0),
      ((megabytes / ms) * 1000).toFixed(0),
      `${((whole - ours + ms) / whole).toFixed(2)} x`,
    ]),
  })}\n`,
);
