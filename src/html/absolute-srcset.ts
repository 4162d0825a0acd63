import { resolveHttpUrl } from '../lib/addresses/url.ts';
import { parseSrcset, type SrcsetCandidate } from './srcset.ts';

/** A `srcset` with absolute addresses; candidates that are not http(s) are left out. Undefined when none is left. */
export function absoluteSrcset(value: string, base: URL): string | undefined {
  const candidates = parseSrcset(value).flatMap((candidate) => {
    const url = resolveHttpUrl(candidate.url, base);
    return url === undefined ? [] : [`${url}${descriptor(candidate)}`];
  });
  return candidates.length === 0 ? undefined : candidates.join(', ');
}

function descriptor({ width, density }: SrcsetCandidate): string {
  if (width !== undefined) return ` ${width}w`;
  return density === undefined ? '' : ` ${density}x`;
}
