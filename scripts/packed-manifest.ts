/** The parts of a package.json that the packed one has otherwise. */
export interface Manifest {
  optionalDependencies?: Record<string, string>;
  /** Packages with a Node of their own and their versions, for the launcher. */
  bundledNode?: Record<string, string>;
}

/** Each brings a command `node`, which npm would put before the one of whoever installs Decant beside other packages. */
const BRINGS_NODE = /^node-(?:bin-)?(?:darwin|linux|win)-/;

/** The package.json that is published: packages that bring a Node are no dependencies, the launcher fetches one on need. */
export function packedManifest<Given extends Manifest>(manifest: Given): Given & Manifest {
  const entries = Object.entries(manifest.optionalDependencies ?? {});
  return {
    ...manifest,
    optionalDependencies: Object.fromEntries(entries.filter(([name]) => !BRINGS_NODE.test(name))),
    bundledNode: Object.fromEntries(entries.filter(([name]) => BRINGS_NODE.test(name))),
  };
}
