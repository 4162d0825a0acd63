import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PLACE = '/tmp';
const TWO_PATHS = /^(?:rename|copyFile|cp|link|symlink)(?:Sync)?$/;

type Members = Record<string, unknown>;

/** A copy takes the mode of its file along, which the cage does not allow: files are copied by their contents. */
export function copyByContents(): void {
  fs.copyFileSync = (from, to) => fs.writeFileSync(to, fs.readFileSync(from));
  fs.promises.copyFile = async (from, to) => fs.promises.writeFile(to, await fs.promises.readFile(from));
  syncBuiltinESMExports();
}

/**
 * Has paths below /tmp lead to the scratch folder where that lies elsewhere: code writes its files to /tmp. Those of the
 * program stay where they are, which may be below /tmp as well.
 */
export function putScratchAtTmp(program: readonly string[]): void {
  const scratch = tmpdir();
  if (scratch === PLACE) return;
  const own = [scratch, ...program];
  const isOwn = (file: string): boolean =>
    own.some((place) => file === place || file.startsWith(`${place}/`));
  const lead = (file: unknown): unknown => {
    if (typeof file !== 'string') return file;
    const whole = path.resolve(file);
    const isThere = whole === PLACE || whole.startsWith(`${PLACE}/`);
    return isThere && !isOwn(whole) ? path.join(scratch, whole.slice(PLACE.length)) : file;
  };
  for (const owner of [fs, fs.promises] as unknown as Members[])
    for (const [name, member] of Object.entries(owner)) {
      if (typeof member !== 'function' || !/^[a-z]/.test(name)) continue;
      const count = TWO_PATHS.test(name) ? 2 : 1;
      const leading = function leadToScratch(this: unknown, ...args: unknown[]): unknown {
        return Reflect.apply(
          member,
          this,
          args.map((arg, at) => (at < count ? lead(arg) : arg)),
        );
      };
      owner[name] = Object.defineProperties(leading, Object.getOwnPropertyDescriptors(member));
    }
  syncBuiltinESMExports();
}
