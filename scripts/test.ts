// `npm test [-- unit | e2e | PATTERN... | --large | --NODE-FLAG...]`: all tests or a selection, one process a group,
// several groups at a time. The last line is the sum: `N passed, N failed, N skipped`. UPDATE=1, DECANT_TEST_DATA and
// LARGE=1, which stands for `--large`, are read by the tests themselves.
import { availableParallelism } from 'node:os';

import { createGroupOutputs } from './test/group-output.ts';
import { clearTestFolders } from './test/make-test-folder.ts';
import { runFailedAlone } from './test/run-failed-alone.ts';
import { runInLanes } from './test/run-in-lanes.ts';
import { runTestGroup } from './test/run-test-group.ts';
import { selectTestGroups } from './test/select-test-groups.ts';
import { waitTurns } from './test/wait-turns.ts';

/** A group waits for databases, browsers and sites for two thirds of its time; with three lanes a core, tests of what is fair among threads fail. */
const LANES = Math.min(8, availableParallelism() * 2);

const args = process.argv.slice(2);
const nodeFlags = args.filter((arg) => arg.startsWith('--') && arg !== '--large');
if (args.includes('--large')) process.env['LARGE'] = '1';
const groups = selectTestGroups(args.filter((arg) => !arg.startsWith('--')));

clearTestFolders();
await waitTurns();
const openOutput = createGroupOutputs((text) => process.stdout.write(text));
const works = groups.map((group) => () => runTestGroup(group, nodeFlags, openOutput()));
const firstResults = await runInLanes(works, LANES, ({ isInterrupted }) => isInterrupted);
const { results, unsteady } = await runFailedAlone(firstResults, (group) =>
  runTestGroup(group, nodeFlags, openOutput()),
);

const sum = (name: 'passed' | 'failed' | 'skipped'): number =>
  results.reduce((total, result) => total + result[name], 0);
const problems = results.flatMap((result) => result.problems);

if (groups.length > 1) {
  const times = results.map(({ name, seconds }) => `${name} ${Math.round(seconds)} s`);
  process.stdout.write(`\n${times.join(', ')}\n`);
}
// Once more at the end: a failure among six thousand lines is not found.
for (const { text } of results.flatMap(({ failures }) => failures)) process.stdout.write(`\n✖ ${text}`);
for (const { text } of unsteady)
  process.stdout.write(`\n⚠ failed beside the others and passed alone: ${text}`);
for (const problem of problems) process.stdout.write(`\n✖ ${problem}`);
process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`);
process.exitCode = problems.length === 0 && sum('failed') === 0 ? 0 : 1;
