/** Tells whether a name fits a pattern of the shell: `*`, `?`, `[a-z]`, `[!a-z]`, and `\` before what means itself. */
export function minimatch(name: string, pattern: string): boolean {
  // A star at its beginning does not stand for the dot of a hidden file.
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  return new RegExp(`^${translate(pattern)}$`, 'su').test(name);
}

function translate(pattern: string): string {
  return pattern.replace(
    /\\(.)|\*+|\?|\[([!^]?)(\]?[^\]]*)\]|[^]/gsu,
    (part: string, literal?: string, negation?: string, set?: string) => {
      if (literal !== undefined) return escapeOf(literal);
      if (set !== undefined) return `[${negation ? '^' : ''}${set.replace(/[\\\][^]/g, '\\$&')}]`;
      if (part.startsWith('*')) return '[^/]*';
      return part === '?' ? '[^/]' : escapeOf(part);
    },
  );
}

function escapeOf(letter: string): string {
  return letter.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
}
