/** Entry of a process that loads what a runner loads, and ends: Node keeps it compiled for runners. No code of a session runs in it. */
import { flushCompileCache } from 'node:module';
import os from 'node:os';
import { pathToFileURL } from 'node:url';

/** After all other work. */
const NICE = 19;

os.setPriority(NICE);
try {
  await import('./node-program.ts');
  const bundle = process.argv[2] ?? '';
  if (bundle !== '') await import(pathToFileURL(bundle).href);
  flushCompileCache();
  process.exit(0);
} catch {
  // Runners say what is wrong with their code.
  process.exit(1);
}
