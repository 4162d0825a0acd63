// `npm run fix`: what can be put right without a human: lint fixes, formatting, generated documents.
import { spawnSync } from 'node:child_process';

import { nodeTool } from './check/node-tool.ts';

const steps = [
  [nodeTool('oxlint'), '--type-aware', '--fix', '.'],
  [nodeTool('oxfmt'), '.'],
  ['scripts/generate-docs.ts'],
];

const statuses = steps.map((step) => spawnSync(process.execPath, step, { stdio: 'inherit' }).status);
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
