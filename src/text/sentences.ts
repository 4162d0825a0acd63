/** Titles and shortened words whose full stop ends no sentence, in the languages that most pages are in. */
const ABBREVIATION =
  /(?:^|[\s([„“"'])(?:\p{L}|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Rev|Gen|Col|Capt|Lt|Sgt|Hon|Gov|Sen|Rep|vs|etc|e\.g|i\.e|cf|approx|No|Nos|Vol|Fig|Figs|Eq|pp|ed|eds|al|Inc|Ltd|Co|Corp|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|z\.\s?B|d\.\s?h|u\.\s?a|bzw|ca|ggf|inkl|zzgl|Nr|Str|Abs|Art|Bd|Hrsg|geb|Tel|Mio|Mrd|usw|vgl|M|Mme|Mlle|av|env|Sra?|Srta|Ud|pág|núm|Sig|Dott|ул|г|гг|руб|коп|стр|рис|тыс|млн|т\.\s?е|т\.\s?д|т\.\s?п|им|др|см|\p{Nd}{1,2})\.\s*$/u;
/** Longest end of a sentence that is looked at for an abbreviation. */
const ENDING = 16;
/** Abbreviations in a row that are joined: a list of initials is no sentence. */
const MAX_JOINED = 8;

const cache: { segmenter?: Intl.Segmenter } = {};

/**
 * Gives the lengths of a text's sentences in order, white space after each one included, so they add up to the text.
 * Thai, which has no sign for the end of a sentence, stays whole to the end of its paragraph.
 */
export function sentenceLengths(text: string): number[] {
  const segmenter = (cache.segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' }));
  const lengths: number[] = [];
  let joined = 0;
  let isOpen = false;
  for (const { segment } of segmenter.segment(text)) {
    if (isOpen) lengths[lengths.length - 1]! += segment.length;
    else lengths.push(segment.length);
    joined = isOpen ? joined + 1 : 0;
    isOpen = joined < MAX_JOINED && !segment.endsWith('\n') && ABBREVIATION.test(segment.slice(-ENDING));
  }
  return lengths;
}

/** Gives the sentences of a text, without the white space around them. */
export function sentences(text: string): string[] {
  let from = 0;
  const found: string[] = [];
  for (const length of sentenceLengths(text)) {
    const sentence = text.slice(from, from + length).trim();
    if (sentence !== '') found.push(sentence);
    from += length;
  }
  return found;
}
