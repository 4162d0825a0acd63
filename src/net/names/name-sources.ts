/** Sources of nsswitch.conf(5) that we ask ourselves. */
const OURS: ReadonlySet<string> = new Set(['files', 'dns']);

/**
 * Whether the system knows names from more than its hosts file and DNS: the network's neighbours (mDNS), containers and
 * virtual machines, its own name. Systems without nsswitch.conf have nothing else on Linux; on others nobody can tell.
 */
export function hasMoreSources(nsswitch: string, platform: NodeJS.Platform = process.platform): boolean {
  if (platform !== 'linux') return true;
  const line = nsswitch.split('\n').findLast((text) => /^\s*hosts:/.test(text)) ?? '';
  const sources = line
    .replace(/#.*/, '')
    .replace(/^\s*hosts:/, '')
    // The actions that follow an outcome, such as `[NOTFOUND=return]`, are left out.
    .replace(/\[[^\]]*\]/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  return sources.some((source) => !OURS.has(source));
}
