import { ensureInstalled } from './ensure-installed.mjs';
import { LaunchError } from './launch-error.mjs';
import { runOnNode24 } from './run-on-node24.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

/**
 * Everything that must be right before the first line of TypeScript can run: dependencies are installed and the
 * Node that runs the entry is 24 or newer. Plain JavaScript without a dependency, since neither is certain here.
 *
 * @param {object} options
 * @param {string} options.root folder of the package
 * @param {string} options.entry file to run, relative to `root`
 * @param {string[]} options.args what the entry finds in `process.argv` from index 2 on
 * @param {boolean} [options.development] whether the entry also needs the development dependencies
 */
export async function launch({ root, entry, args, development = false }) {
  stopWithNpm();
  try {
    await ensureInstalled(root, { development });
    await runOnNode24(root, entry, args);
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    process.stderr.write(`decant: ${error.message}\n`);
    process.exitCode = error.exitCode;
  }
}
