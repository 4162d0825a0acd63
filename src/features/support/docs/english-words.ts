/** Words that every question has. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `how do does did i can it its is are was be been a an the my me we us you your what which where when why who with
  without will would should could there to of in on for from at by and or so this that these those get gets got have
  has had need want use using used make made put give given take takes taken please just own another any some more much
  many way able work works happens happen mean means still really come comes see look tell told not no if about only
  into than then as between support supports supported possible`.split(/\s+/),
);
const WORD = /[\p{L}\p{N}_]+/gu;

/** The stems of the words of an English text; of a name in camel case or with low lines its parts as well. */
export function stemsOf(text: string): string[] {
  return (text.match(WORD) ?? []).flatMap((word) => {
    const parts = word.split(/(?<=[a-z])(?=[A-Z])|_/).filter(Boolean);
    return (parts.length > 1 ? [...parts, word] : [word]).map(stemOf);
  });
}

/** The words of a question that say what it is about. */
export function tellingWords(question: string): string[] {
  return (question.match(WORD) ?? []).filter((word) => !STOP_WORDS.has(word.toLowerCase()));
}

/** Cuts the commonest endings; other forms of a word become the same text, which need be no word. */
export function stemOf(word: string): string {
  const lower = word.toLowerCase();
  if (lower.length <= 3 || !/^[a-z]+$/.test(lower)) return lower;
  return lower
    .replace(/ies$/, 'y')
    .replace(/sses$/, 'ss')
    .replace(/(?<=..[^s])s$/, '')
    .replace(/(?<=...)(?:ing|ed|er)$/, '')
    .replace(/(?<=...)e$/, '')
    .replace(/([^aeiouls])\1$/, '$1');
}
