/** The parts of a package.json that the packed one has otherwise. */
export interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  /** Packages with a Node of their own and their versions, for the launcher. */
  bundledNode?: Record<string, string>;
  /** Replaced packages of packages, in a checkout only: npm reads no others. */
  overrides?: object;
}

/** Its one-file bundle lies in the build (`copy-shell.ts`). */
const IN_BUILD = 'just-bash';

/** Each brings a command `node`, which npm would put before the one of whoever installs Decant beside other packages. */
const BRINGS_NODE = /^node-(?:bin-)?(?:darwin|linux|win)-/;

/**
 * The package.json that is published: packages that bring a Node are no dependencies, the launcher fetches one on need; nor is
 * what the build carries.
 */
export function packedManifest(manifest: Manifest): Manifest {
  const { overrides: _, ...published } = manifest;
  const dependencies = Object.entries(manifest.dependencies ?? {});
  const entries = Object.entries(manifest.optionalDependencies ?? {});
  return {
    ...published,
    dependencies: Object.fromEntries(dependencies.filter(([name]) => name !== IN_BUILD)),
    optionalDependencies: Object.fromEntries(entries.filter(([name]) => !BRINGS_NODE.test(name))),
    bundledNode: Object.fromEntries(entries.filter(([name]) => BRINGS_NODE.test(name))),
  };
}
