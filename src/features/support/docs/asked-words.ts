import { nearMiss } from '../../../contract/near-miss.ts';
import { isCommon, joinedName, stemOf, stemsOf, tellingWords, writtenWords } from './english-words.ts';
import { WORD_GROUPS } from './word-groups.ts';

/** A word of a question, with others that mean the same. */
export interface AskedWord {
  readonly word: string;
  readonly stem: string;
  readonly others: readonly string[];
  /** How much it tells about what is asked for; 0 for a word that nobody here uses. */
  readonly weight: number;
  /** How sure it is that it is one of our words: 1, less for a guess at what was meant, 0 for none. */
  readonly sureness: number;
  /** It says little of what is asked for. */
  readonly isCommon: boolean;
}

/** The stems that our documentation and its readers use, each with how rare it is. */
export type Vocabulary = ReadonlyMap<string, number>;

/** A part of a name counts less than a word: the name as a whole says more. */
const PART_WEIGHT = 0.5;
const COMMON_WEIGHT = 0.25;
const GUESS_WEIGHT = 0.6;
const BORROWED_WEIGHT = 0.8;
/** A question of which less is among our words is about something else. */
const LEAST_KNOWN = 0.4;
/** Shorter words have too many neighbours. */
const LEAST_GUESSED = 5;
const LONGEST_SLIP = 2;
/** The words of a question that count: those of a long story that tell most. */
const MOST_ASKED = 12;
/** Words of a question that are looked up: what is pasted may be long. */
const MOST_WORDS = 200;

/** For each stem the stems of the words that are used for it. */
const SYNONYMS = readGroups();

function readGroups(): ReadonlyMap<string, ReadonlySet<string>> {
  const synonyms = new Map<string, Set<string>>();
  for (const group of WORD_GROUPS) {
    const stems = group.map(stemOf);
    for (const stem of stems) {
      const others = synonyms.get(stem) ?? new Set();
      for (const other of stems) if (other !== stem) others.add(other);
      synonyms.set(stem, others);
    }
  }
  return synonyms;
}

/** Reads what a question asks about, what tells most first; names of options and codes count as a whole and by their parts. */
export function readQuestion(question: string, vocabulary: Vocabulary): AskedWord[] {
  const asked = new Map<string, AskedWord>();
  const add = (one: AskedWord): void => {
    const before = asked.get(one.stem);
    if (before === undefined || before.weight < one.weight) asked.set(one.stem, one);
  };
  for (const name of joinedNames(question, vocabulary)) add(name);
  for (const word of tellingWords(question).slice(0, MOST_WORDS)) {
    const stems = [...new Set(stemsOf(word))];
    const whole = stemOf(word);
    for (const stem of stems) {
      const one = askedWord(word, stem, vocabulary);
      const factor = (stem === whole ? 1 : PART_WEIGHT) * (isCommon(word) ? COMMON_WEIGHT : 1);
      add({ ...one, weight: one.weight * factor });
    }
  }
  return [...asked.values()].toSorted((a, b) => b.weight - a.weight).slice(0, MOST_ASKED);
}

/** Whether a question speaks of things that our documentation has no words for. */
export function isForeign(asked: readonly AskedWord[]): boolean {
  const telling = asked.filter((one) => !one.isCommon);
  const judged = telling.length > 0 ? telling : asked;
  const known = judged.reduce((sum, { sureness }) => sum + sureness, 0);
  return known < LEAST_KNOWN * judged.length;
}

function askedWord(word: string, stem: string, vocabulary: Vocabulary): AskedWord {
  const known = knownWord(word, stem, vocabulary);
  if (known !== undefined) return known;
  const guess = guessWord(stem, vocabulary);
  const likely = guess === undefined ? undefined : knownWord(word, guess, vocabulary);
  return likely === undefined
    ? { word, stem, others: [], weight: 0, sureness: 0, isCommon: isCommon(word) }
    : { ...likely, weight: likely.weight * GUESS_WEIGHT, sureness: 0.5 };
}

/** A word that stands somewhere itself, or one that means the same does. */
function knownWord(word: string, stem: string, vocabulary: Vocabulary): AskedWord | undefined {
  const others = [...(SYNONYMS.get(stem) ?? [])].filter((other) => vocabulary.has(other));
  const known = { word, stem, others, sureness: 1, isCommon: isCommon(word) };
  const own = vocabulary.get(stem);
  if (own !== undefined) return { ...known, weight: own };
  if (others.length === 0) return undefined;
  const borrowed = Math.max(...others.map((other) => vocabulary.get(other)!));
  return { ...known, weight: borrowed * BORROWED_WEIGHT };
}

/** The known word that one with a typing mistake was probably meant to be. */
function guessWord(stem: string, vocabulary: Vocabulary): string | undefined {
  if (stem.length < LEAST_GUESSED || /\d/.test(stem)) return undefined;
  const candidates = [...vocabulary.keys(), ...SYNONYMS.keys()].filter(
    (known) => known[0] === stem[0] && Math.abs(known.length - stem.length) <= LONGEST_SLIP,
  );
  return nearMiss(stem, candidates);
}

/** Words that the question writes in two (`back up`), and names that a command line parts (`--only-main-content`). */
function joinedNames(question: string, vocabulary: Vocabulary): AskedWord[] {
  const words = writtenWords(question);
  const pairs = words.slice(1).map((word, at) => `${words[at]}${word}`);
  const kebabs = question.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu) ?? [];
  return [...pairs, ...kebabs.map(joinedName)].flatMap((word) => {
    const stem = stemOf(word);
    const isKnown = vocabulary.has(stem) || SYNONYMS.has(stem);
    return isKnown && stem.length > 3 ? [askedWord(word, stem, vocabulary)] : [];
  });
}
