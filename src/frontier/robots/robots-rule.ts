import { indexOfLinear } from './index-of-linear.ts';
import { decodeUnreserved, normalizeEscapes, type RobotsPath } from './robots-path.ts';

/** One `allow` or `disallow` line. */
export interface RobotsRule {
  readonly isAllow: boolean;
  /** Octets of the pattern: the rule with most of them decides (RFC 9309 section 2.2.2). */
  readonly specificity: number;
  matches(path: RobotsPath): boolean;
}

interface Pattern {
  /** The text between wildcards; the first piece stands at the start of the path. */
  readonly pieces: readonly string[];
  /** Ends in `$`: the last piece stands at the end of the path. */
  readonly isAnchored: boolean;
  /** Shortest path that can match. */
  readonly minLength: number;
}

/**
 * The rules that a line makes: none for an empty value. `allow: /dir/index.html` also allows `/dir/`, as Google reads
 * it. Without `hasWildcards` a pattern is cut to the prefix before its first `*` when it disallows, dropped otherwise.
 */
export function createRules(
  field: 'allow' | 'disallow',
  octets: string,
  { hasWildcards = true }: { hasWildcards?: boolean } = {},
): RobotsRule[] {
  const value = hasWildcards ? octets : withoutWildcards(field, octets);
  if (value === '') return [];
  if (field === 'disallow') return [createDisallow(value)];
  const directory = /^(.*\/)index\.htm[^/]*$/s.exec(value)?.[1];
  return directory === undefined ? [createAllow(value)] : [createAllow(value), createAllow(`${directory}$`)];
}

/*
 * RFC 9309 has `/%62%61%7A` and `/baz` compared as equal; the reference implementation keeps them apart in its rules,
 * and site owners test against both. Where they differ the rule is read so that less is fetched: a `disallow` matches
 * either spelling, an `allow` only its own or a path that is spelled with more escapes than needed.
 */

function createDisallow(octets: string): RobotsRule {
  const text = decodeUnreserved(normalizeEscapes(octets));
  const pattern = compile(text);
  return { isAllow: false, specificity: text.length, matches: ({ decoded }) => isMatch(pattern, decoded) };
}

function createAllow(octets: string): RobotsRule {
  const text = normalizeEscapes(octets);
  const pattern = compile(text);
  return {
    isAllow: true,
    specificity: decodeUnreserved(text).length,
    matches: ({ literal, decoded }) =>
      isMatch(pattern, literal) || (decoded !== literal && isMatch(pattern, decoded)),
  };
}

function withoutWildcards(field: 'allow' | 'disallow', octets: string): string {
  const star = octets.indexOf('*');
  if (star === -1) return octets;
  return field === 'allow' ? '' : octets.slice(0, star);
}

function compile(text: string): Pattern {
  const isAnchored = text.endsWith('$');
  const body = isAnchored ? text.slice(0, -1) : text;
  const pieces = body.replaceAll('$', '%24').split(/\*+/);
  return { pieces, isAnchored, minLength: pieces.reduce((sum, piece) => sum + piece.length, 0) };
}

/** Linear: a piece found as early as possible leaves the most room for the next, so nothing is ever tried again. */
function isMatch({ pieces, isAnchored, minLength }: Pattern, path: string): boolean {
  const first = pieces[0]!;
  if (path.length < minLength || !path.startsWith(first)) return false;
  if (pieces.length === 1) return !isAnchored || path.length === first.length;
  let at = first.length;
  for (let i = 1; i < pieces.length - 1; i++) {
    const found = indexOfLinear(path, pieces[i]!, at);
    if (found === -1) return false;
    at = found + pieces[i]!.length;
  }
  const last = pieces.at(-1)!;
  if (isAnchored) return path.length - last.length >= at && path.endsWith(last);
  return indexOfLinear(path, last, at) !== -1;
}
