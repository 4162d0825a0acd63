#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { launch } from './launch.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

// A checkout runs its sources; the published package carries JavaScript only, since Node strips no types
// under node_modules.
const entry = existsSync(`${root}src/main.ts`) ? 'src/main.ts' : 'dist/main.js';

await launch({ root, entry, args: process.argv.slice(2) });
