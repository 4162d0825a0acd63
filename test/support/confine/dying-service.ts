import { hasCapability } from '../../../src/confine/cage/capabilities.ts';
import { createDeathWatch, type DeathWatch } from '../../../src/confine/death-watch.ts';
import { findNamespaces } from '../../../src/confine/cage/find-cage.ts';
import { findNodeRuntime } from '../../../src/confine/cage/runtime-files.ts';
import { createCage } from '../../../src/confine/cage/start-caged.ts';
import { findKernelWalls } from '../../../src/confine/kernel/walls.ts';

/**
 * A service with a caged program that computes for ever, for tests that kill the service. Arguments: the tier, and `watched`
 * when somebody watches over the program. Prints the id of the program's group, and its scratch folder.
 */
const [tier, watched] = process.argv.slice(2);
const CAP_SETUID = 7;
const nobody: DeathWatch = { add: () => undefined, remove: () => undefined };
const { landlock } = await findKernelWalls();
const namespaces = tier === 'full' ? await findNamespaces() : [];
const cage = createCage({
  walls: { namespaces, landlock, isFiltered: true },
  hasOwnUsers: !namespaces.includes('--user') && (await hasCapability(CAP_SETUID)),
  deathWatch: watched === 'watched' ? createDeathWatch(() => undefined) : nobody,
});
const caged = await cage.start({
  path: process.execPath,
  args: ['-e', 'require("fs").writeFileSync("kept", ""); console.log(process.cwd()); for (;;);'],
  env: {},
  runtime: await findNodeRuntime(),
  limits: {
    addressSpaceBytes: 5_000_000_000,
    dataBytes: 1_000_000_000,
    fileBytes: 1_000_000,
    openFiles: 64,
    scratchBytes: 1_000_000,
  },
});
caged.stdout.on('data', (folder: Buffer) => {
  process.stdout.write(`${caged.process.pid} ${folder.toString()}`);
});
