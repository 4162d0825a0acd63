import { delimiter, dirname } from 'node:path';

/** The places around a browser: its program, its libraries, its fonts, its home. */
interface BrowserPlaces {
  executable: string;
  libraryPath: string | undefined;
  fontConfig: string | undefined;
  home: string;
}

/** Where systems keep libraries, fonts and time zones: nobody's secrets. */
const SYSTEM_PLACES = [
  '/lib',
  '/lib64',
  '/usr/lib',
  '/usr/lib64',
  '/nix/store',
  '/gnu/store',
  '/etc/ld.so.cache',
  '/etc/localtime',
  '/usr/share/zoneinfo',
  '/etc/fonts',
  '/usr/share/fontconfig',
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  '/dev/urandom',
];

/** Beside its home: shared memory, and `/proc`, where its sandbox is set up, and where it may look into its own processes only. */
const WRITTEN = ['/dev/null', '/dev/shm', '/proc'];

/** All that a browser needs to read and to write; nothing else of the machine is there for it. */
export function heldPlaces({ executable, libraryPath, fontConfig, home }: BrowserPlaces): {
  readable: string[];
  writable: string[];
} {
  const libraries = libraryPath?.split(delimiter).filter((folder) => folder !== '') ?? [];
  const fonts = fontConfig === undefined ? [] : [dirname(fontConfig)];
  return {
    readable: [dirname(executable), ...libraries, ...fonts, ...SYSTEM_PLACES],
    writable: [home, ...WRITTEN],
  };
}
