// `npm test [-- unit | e2e | PATTERN... | --NODE-FLAG...]`: all tests or a selection, one process a group. The last
// line is the sum: `N passed, N failed, N skipped`. UPDATE=1 and DECANT_TEST_DATA are read by the tests themselves.
import { runTestGroup } from './test/run-test-group.ts';
import { selectTestGroups } from './test/select-test-groups.ts';

const args = process.argv.slice(2);
const nodeFlags = args.filter((arg) => arg.startsWith('--'));
const groups = selectTestGroups(args.filter((arg) => !arg.startsWith('--')));

const total = { passed: 0, failed: 0, skipped: 0 };
const problems: string[] = [];
for (const group of groups) {
  const result = await runTestGroup(group, nodeFlags);
  total.passed += result.passed;
  total.failed += result.failed;
  total.skipped += result.skipped;
  problems.push(...result.problems);
  if (result.isInterrupted) break;
}

for (const problem of problems) process.stdout.write(`\n✖ ${problem}`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exitCode = problems.length === 0 && total.failed === 0 ? 0 : 1;
