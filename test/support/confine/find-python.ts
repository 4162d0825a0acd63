import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { runtimeOf } from '../../../src/confine/cage/runtime-files.ts';

/** A CPython that any user may run, with the files that it needs in a cage. */
export interface FoundPython {
  path: string;
  runtime: string[];
}

const PLACES = ['/usr/bin/python3', '/usr/local/bin/python3'];
/** Modules that bring libraries of the system. */
const PROBE = `
import ctypes, json, mmap, resource, socket, struct, sys, sysconfig, threading
paths = sysconfig.get_paths()
print(json.dumps({"path": sys._base_executable, "folders": [paths["stdlib"], paths["platstdlib"]], "maps": open("/proc/self/maps").read()}))
`;

export async function findPython(): Promise<FoundPython | undefined> {
  const python = PLACES.find((place) => existsSync(place));
  if (python === undefined) return undefined;
  const { stdout } = await promisify(execFile)(python, ['-I', '-S', '-c', PROBE]);
  const found = JSON.parse(stdout) as { path: string; folders: string[]; maps: string };
  return { path: found.path, runtime: [...(await runtimeOf(found.path, found.maps)), ...found.folders] };
}
