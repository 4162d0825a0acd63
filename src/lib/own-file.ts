import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The file of a worker or a program beside the module that starts it (`url`: its `import.meta.url`), with the ending of that
 * module: `.ts` in a checkout, `.js` in the published package. `name` may begin with a folder.
 */
export function ownFile(url: string, name: string): string {
  const here = fileURLToPath(url);
  return path.join(path.dirname(here), `${name}${path.extname(here)}`);
}
