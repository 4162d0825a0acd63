import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The JavaScript file behind a command of an installed development dependency, to be run with this Node. */
export function nodeTool(packageName: string, command = packageName): string {
  const folder = path.join(import.meta.dirname, '../../node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const file = typeof bin === 'string' ? bin : bin[command];
  if (file === undefined) throw new Error(`${packageName} has no command ${command}`);
  return path.join(folder, file);
}
