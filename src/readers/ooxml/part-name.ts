/** Segments of a path; longer ones are nonsense. */
const MAX_SEGMENTS = 100;

/**
 * Name of the part that a relationship's target means (ECMA-376 part 2, section 9.3): relative to the folder of the part
 * that has it, unless it begins at the root. Steps above the root stay there.
 */
export function resolvePartName(source: string, target: string): string {
  const path = decodePercent(target.split('#', 1)[0]!.replaceAll('\\', '/'));
  const folder = path.startsWith('/') ? [] : source.split('/').slice(0, -1);
  const segments: string[] = folder;
  for (const segment of path.split('/').slice(0, MAX_SEGMENTS)) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

/** Name of the part that holds the relationships of another; of the package itself for the empty name. */
export function relationshipsPartOf(name: string): string {
  const slash = name.lastIndexOf('/') + 1;
  return `${name.slice(0, slash)}_rels/${name.slice(slash)}.rels`;
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
