import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// The flag only matters while the function is made.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
setFlagsFromString('--no-expose-gc');

/**
 * Gives the memory of an instance that nobody holds any more back at once. Hundreds of megabytes hang on an object of a
 * few bytes, which is why it would not happen by itself before the process is killed for what it holds.
 */
export function collectGarbage(): void {
  collect();
}
