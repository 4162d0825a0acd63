import type { PathIndex } from './path-index.ts';
import { escapePattern } from './prefix-pattern.ts';
import type { PromptReading } from './prompt-reading.ts';
import { isUsualName, languageCode, namesOf, normalName } from './section-names.ts';

/** The parts of a site that words name. */
export interface NamedParts {
  included: Part[];
  excluded: Part[];
}

/** A part of a site as words name it, and the prefixes of paths that it is under; none are known for a guess. */
export interface Part {
  readonly name: string;
  readonly prefixes: readonly string[];
  readonly kind: 'section' | 'language' | 'path' | 'guess';
}

const PATH = /(?<![\p{L}\p{N}./])(?:https?:\/\/[^\s/,;)"'“”]+)?(\/[\w~%!$&*+=:@.,/-]*)/gu;
const RELATIVE_PATH = /(?<![\p{L}\p{N}./])[\w-]+(?:\/[\w-]+)+(?![\p{L}\p{N}./])/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}_'’.&-]*/gu;
const LONGEST_NAME = 3;

const FILLERS: ReadonlySet<string> = new Set(
  `a an and the of on in at to from for with by as or also but only just not no nor without except excluding exclude
  excludes skip skipping ignore ignoring omit leave out leaving apart other than avoid avoiding never dont do minus all
  any every each everything nothing site sites website web page pages section sections part parts area areas content info information
  contents please crawl crawling scrape scraping fetch fetching get getting grab collect visit index keep take want
  need would like me my us we you your can could should shall will it its this that these those there is are was be
  been under below inside within into onto include includes including folder folders directory path paths url urls
  link links stuff things subpages subpage entries entry i i'd i'm need's if possible so then too as well here one ones
  which what where who whose them they their about regarding concerning related mentioning named called those whole
  full complete entire main der die das und nur ohne alle von auf im ohne außer go looking look start starting find
  let's lets make sure give gives show stay interested only's download read follow following everything's version versions`.split(
    /\s+/,
  ),
);
const BEFORE_TOPIC = /^(?:about|regarding|concerning|mentioning|named|called|containing)$/;

/** Takes the paths that are named. */
export function readPaths(reading: PromptReading, index: PathIndex, parts: NamedParts): void {
  reading.take(PATH, (match) => {
    const path = match[1]!
      .replace(/[.,:!]+$/, '')
      .replace(/\/?\*+$/, '')
      .replace(/(?<=.)\/$/, '');
    if (path === '' || path === '/') return false;
    put(parts, { name: path, prefixes: [path], kind: 'path' }, reading.isNegated(match.index));
    return true;
  });
  reading.take(RELATIVE_PATH, ({ 0: found, index: at }) => {
    const prefixes = [`/${found}`];
    if (!index.some(new RegExp(`^/${escapePattern(found)}(?:/|$)`))) return false;
    put(parts, { name: found, prefixes, kind: 'path' }, reading.isNegated(at));
    return true;
  });
}

function put({ included, excluded }: NamedParts, part: Part, isNegated: boolean): void {
  (isNegated ? excluded : included).push(part);
}

/** Takes the sections and languages that are named. */
export function readSections(reading: PromptReading, index: PathIndex, parts: NamedParts): void {
  for (const words of chunksOf(reading.rest)) readChunk(words, { reading, index, parts });
}

interface Word {
  text: string;
  from: number;
  end: number;
}

/** Words that nothing but blanks stands between. */
function chunksOf(text: string): Word[][] {
  const chunks: Word[][] = [];
  let last = -1;
  for (const { 0: found, index } of text.matchAll(WORD)) {
    const word = found.replace(/[.'’-]+$/, '');
    if (last === -1 || text.slice(last, index).trim() !== '') chunks.push([]);
    chunks.at(-1)!.push({ text: word, from: index, end: index + word.length });
    last = index + found.length;
  }
  return chunks;
}

interface ChunkParts {
  reading: PromptReading;
  index: PathIndex;
  parts: NamedParts;
}

function readChunk(words: readonly Word[], { reading, index, parts }: ChunkParts): void {
  for (let at = 0; at < words.length;) {
    const taken = longestName(words, at, index);
    if (taken === undefined) {
      at++;
      continue;
    }
    const [first, last] = [words[at]!, words[at + taken.count - 1]!];
    const name = reading.original(first.from, last.end);
    put(parts, { ...taken.part, name }, reading.isNegated(first.from));
    reading.blank(first.from, last.end);
    at += taken.count;
  }
}

function longestName(
  words: readonly Word[],
  at: number,
  index: PathIndex,
): { part: Omit<Part, 'name'>; count: number } | undefined {
  for (let count = Math.min(LONGEST_NAME, words.length - at); count > 0; count--) {
    const run = words.slice(at, at + count).map(({ text }) => text);
    if (!canBeName(run, words[at + count]?.text)) continue;
    const part = partOf(run.join(' '), index);
    if (part !== undefined) return { part, count };
  }
  return undefined;
}

/** `about` is a section of its own where nothing follows that a text can be about. */
function canBeName(run: readonly string[], next: string | undefined): boolean {
  if (run.length === 1 && BEFORE_TOPIC.test(run[0]!)) return next === undefined || next === 'page';
  if (run.length === 1) return !FILLERS.has(run[0]!);
  const isUs = run.join(' ') === 'about us';
  return isUs || (!FILLERS.has(run[0]!) && !FILLERS.has(run.at(-1)!));
}

function partOf(phrase: string, index: PathIndex): Omit<Part, 'name'> | undefined {
  const code = languageCode(phrase);
  if (code !== undefined) {
    const prefixes = index.prefixesOfLanguage(code);
    if (prefixes.length > 0) return { prefixes, kind: 'language' };
  }
  const { own, other } = namesOf(phrase);
  const found = index.prefixesOf(own);
  const prefixes = found.length > 0 ? found : index.prefixesOf(other);
  if (prefixes.length > 0) return { prefixes, kind: 'section' };
  return isUsualName(phrase) ? { prefixes: [], kind: 'guess' } : undefined;
}

/** Words that were not understood, in phrases as the prompt has them; fillers alone are none. */
export function unknownPhrases(reading: PromptReading): string[] {
  return chunksOf(reading.rest).flatMap((words) => {
    const telling = (word: Word): boolean =>
      !FILLERS.has(word.text.replaceAll('’', "'")) && normalName(word.text) !== '';
    const first = words.findIndex(telling);
    const last = words.findLastIndex(telling);
    return first === -1 ? [] : [reading.original(words[first]!.from, words[last]!.end)];
  });
}
