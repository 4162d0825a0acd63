import type { ReadWords, SitePaths, WordedOptions } from './crawl-words.ts';
import { readNarrowings, type Narrowing } from './narrowing-rules.ts';
import { createPathIndex, type PathIndex } from './path-index.ts';
import { prefixPatterns } from './prefix-pattern.ts';
import { PromptReading } from './prompt-reading.ts';
import { readPaths, readSections, unknownPhrases, type NamedParts, type Part } from './section-rules.ts';
import { readSwitches } from './switch-rules.ts';

/** Reads a prompt by rules, without a language model. */
export function readByRules(prompt: string, site: SitePaths, now: Date): ReadWords {
  const reading = new PromptReading(prompt);
  readSwitches(reading);
  const index = createPathIndex([...site.listed, ...site.linked]);
  const parts: NamedParts = { included: [], excluded: [] };
  readPaths(reading, index, parts);
  const narrowings = readNarrowings(reading, index, now.getUTCFullYear());
  readSections(reading, index, parts);
  const unknown = unknownPhrases(reading);
  return {
    options: { ...reading.options, ...pathsOf(parts, narrowings, { reading, index }) },
    unknown,
    warnings: reading.warnings,
  };
}

function pathsOf(
  { included, excluded }: NamedParts,
  narrowings: readonly Narrowing[],
  { reading, index }: { reading: PromptReading; index: PathIndex },
): Pick<WordedOptions, 'includePaths' | 'excludePaths'> {
  const tails = narrowings.filter(({ isNegative }) => !isNegative).map(({ pattern }) => pattern);
  const [tail, ...further] = tails;
  if (further.length > 0)
    reading.warnings.push('Pages can be told by one year, topic or kind of file: the first one counts.');
  const prefixes = prefixesOf(included);
  const includePaths = includedPaths(prefixes, tail, { reading, index });
  const excludePaths = [
    ...prefixPatterns(prefixesOf(excluded.filter(({ kind }) => kind !== 'guess'))),
    // A part that is deep in the site is not among the known addresses.
    ...excluded.filter(({ kind }) => kind === 'guess').map(({ name }) => `/${guessedSegment(name)}(?:/|$)`),
    ...narrowings.filter(({ isNegative }) => isNegative).map(({ pattern }) => pattern),
  ];
  return {
    ...(includePaths.length > 0 && { includePaths }),
    ...(excludePaths.length > 0 && { excludePaths }),
  };
}

/** Sections, and of them those addresses alone that end so, where there are any. */
function includedPaths(
  prefixes: readonly string[],
  tail: string | undefined,
  { reading, index }: { reading: PromptReading; index: PathIndex },
): string[] {
  if (tail === undefined) return prefixPatterns(prefixes);
  if (prefixes.length === 0) return [tail];
  const narrow = prefixPatterns(prefixes, tail);
  const some = index.size === 0 ? narrow : narrow.filter((pattern) => index.some(new RegExp(pattern)));
  if (some.length > 0) return some;
  reading.warnings.push(`No known address of ${prefixes.join(', ')} fits ${tail}, which was left out.`);
  return prefixPatterns(prefixes);
}

/** Sections in a language that is named beside them are meant together. */
function prefixesOf(parts: readonly Part[]): string[] {
  const languages = parts.filter(({ kind }) => kind === 'language').flatMap(({ prefixes }) => prefixes);
  const others = parts.filter(({ kind }) => kind !== 'language').flatMap(guessedPrefixes);
  if (languages.length === 0 || others.length === 0) return [...new Set([...languages, ...others])];
  const isUnder = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder}/`);
  const both = [
    ...others.filter((prefix) => languages.some((language) => isUnder(prefix, language))),
    ...languages.filter((language) => others.some((prefix) => isUnder(language, prefix))),
  ];
  return [...new Set(both.length > 0 ? both : [...languages, ...others])];
}

/** A section that no known path has is looked for under its usual name. */
function guessedPrefixes({ kind, name, prefixes }: Part): readonly string[] {
  return kind === 'guess' ? [`/${guessedSegment(name)}`] : prefixes;
}

function guessedSegment(name: string): string {
  return name.toLowerCase().replaceAll(/\s+/g, '-');
}
