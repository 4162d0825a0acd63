// `npm run check [-- NAME...]`: everything about the code that a test run does not show, side by side; a table, then
// what the failing ones found.
import { CHECKS } from './check/checks.ts';
import { runCheck } from './check/run-check.ts';

const names = process.argv.slice(2);
const unknown = names.filter((name) => !CHECKS.some((check) => check.name === name));
if (unknown.length > 0) {
  throw new Error(
    `no check is named ${unknown.join(', ')}; there are ${CHECKS.map(({ name }) => name).join(', ')}`,
  );
}

const chosen = CHECKS.filter(({ name }) => names.length === 0 || names.includes(name));
const results = await Promise.all(chosen.map(runCheck));

for (const { name, isGreen, seenCount, durationMs } of results) {
  const seconds = (durationMs / 1000).toFixed(1);
  const columns = [
    isGreen ? '✔' : '✖',
    name.padEnd(10),
    `${seenCount}`.padStart(5),
    'files',
    `${seconds} s`.padStart(7),
  ];
  process.stdout.write(`${columns.join(' ')}\n`);
}
for (const { name, findings } of results.filter(({ isGreen }) => !isGreen)) {
  process.stdout.write(`\n── ${name} ──\n${findings}\n`);
}
process.exitCode = results.every(({ isGreen }) => isGreen) ? 0 : 1;
