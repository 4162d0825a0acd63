import { execFile } from 'node:child_process';
import { access, constants, realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runtimeOf } from '../../confine/cage/runtime-files.ts';

/** A CPython of this machine, and the files that it runs with. */
export interface FoundPython {
  executable: string;
  runtime: readonly string[];
}

/** The folder of the programs that run in Python. */
export const PYTHON_FOLDER = fileURLToPath(new URL('inside', import.meta.url));

const PLACES = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin'];
const PROBE_MS = 20_000;
/** Extension modules of the standard library lead to libraries that Python itself does not have mapped. */
const PROBE = `
import importlib, json, os, re, sys, sysconfig
assert sys.version_info >= (3, 8)
for name in 'asyncio bz2 ctypes csv datetime decimal hashlib hmac json lzma math mimetypes random sqlite3 ssl statistics struct unicodedata uuid zlib zoneinfo xml.etree.ElementTree'.split():
    try: importlib.import_module(name)
    except ImportError: pass
with open('/proc/self/maps') as file:
    maps = file.read()
folders = {sysconfig.get_path('stdlib'), sysconfig.get_path('platstdlib'), sysconfig.get_config_var('DESTSHARED') or ''}
print(json.dumps({'executable': os.path.realpath(sys.executable), 'maps': maps, 'folders': sorted(folders)}))
`;

interface Probed {
  executable: string;
  maps: string;
  folders: string[];
}

/** Finds a Python from 3.8 on; undefined where there is none. */
export async function findPython(): Promise<FoundPython | undefined> {
  const programs = await Promise.all(PLACES.map((place) => programAt(path.join(place, 'python3'))));
  for (const program of new Set(programs)) {
    const found = program === undefined ? undefined : await probe(program);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Many a place is a link to another. */
async function programAt(file: string): Promise<string | undefined> {
  try {
    const program = await realpath(file);
    await access(program, constants.X_OK);
    return program;
  } catch {
    return undefined;
  }
}

async function probe(file: string): Promise<FoundPython | undefined> {
  try {
    const { stdout } = await promisify(execFile)(file, ['-I', '-S', '-B', '-c', PROBE], {
      env: {},
      timeout: PROBE_MS,
      maxBuffer: 2 ** 20,
    });
    const { executable, maps, folders } = JSON.parse(stdout) as Probed;
    const files = await runtimeOf(executable, maps);
    return { executable, runtime: [...files, ...folders.filter((folder) => folder !== '')] };
  } catch {
    return undefined;
  }
}
