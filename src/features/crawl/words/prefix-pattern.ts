/** Prefixes beyond this many become one pattern of their last segments. */
const MAX_PREFIXES = 8;

/** A text as RE2 and JavaScript search for it. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** Patterns for a prefix of paths and all that is below it. */
export function prefixPatterns(prefixes: readonly string[], tail = ''): string[] {
  const end = tail === '' ? '(?:/|$)' : `(?:/.*)?${tail}`;
  if (prefixes.length <= MAX_PREFIXES) return prefixes.map((prefix) => `^${escapePattern(prefix)}${end}`);
  const last = new Set(prefixes.map((prefix) => escapePattern(prefix.slice(prefix.lastIndexOf('/') + 1))));
  return [`/(?:${[...last].join('|')})${end}`];
}
