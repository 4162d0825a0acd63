// `node scripts/run.mjs ENTRY [args...]`: runs a script of this repository as `npm start` runs the service, with
// every dependency in place (the ones for development too) and on Node 24.
import { fileURLToPath } from 'node:url';

import { launch } from '../bin/launch.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [entry, ...args] = process.argv.slice(2);

if (entry === undefined) {
  process.stderr.write('usage: node scripts/run.mjs ENTRY [args...]\n');
  process.exit(2);
}
await launch({ root, entry, args, development: true });
