/**
 * Characters that no reader sees and that can carry a hidden text: tags and variation selectors of Unicode's upper planes,
 * marks of direction, blanks without width. Joiners stay where one stands alone, since scripts and pictures need them.
 */
const UNSEEN =
  /[\u{E0000}-\u{E0FFF}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{206F}\u{FEFF}\u{00AD}\u{180E}\u{FFF9}-\u{FFFB}]+|[\u{200C}\u{200D}]{2,}/gu;
/** A longer text in the place of a picture is not what a reader sees there. */
const MAX_ALTERNATIVE = 120;

/** A text without characters that no reader sees. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '');
}

/** A Markdown text without what its readers do not see. */
export function seenText(markdown: string): string {
  return withoutLongAlternatives(withoutUnseen(markdown));
}

/** A picture is described within one paragraph; each bracket and blank line is looked for once. */
function withoutLongAlternatives(markdown: string): string {
  const kept: string[] = [];
  let close = -1;
  let paragraphEnd = -1;
  let keptTo = 0;
  for (let start = markdown.indexOf('!['); start !== -1; start = markdown.indexOf('![', start)) {
    const alternative = start + 2;
    if (close < alternative) close = indexOr(markdown, ']', alternative);
    if (paragraphEnd < alternative) paragraphEnd = indexOr(markdown, '\n\n', alternative);
    start = alternative;
    if (close > paragraphEnd) continue;
    if (close === markdown.length) break;
    if (close - alternative > MAX_ALTERNATIVE) {
      kept.push(markdown.slice(keptTo, alternative));
      keptTo = close;
    }
    start = close;
  }
  return kept.join('') + markdown.slice(keptTo);
}

/** Where a text stands next, or the end. */
function indexOr(text: string, sought: string, from: number): number {
  const at = text.indexOf(sought, from);
  return at === -1 ? text.length : at;
}

const TARGET = /\]\((?:[^()\s]|\([^()\s]*\))*(?: "[^"\n]*")?\)/g;

/** A Markdown text whose links and pictures do not say where they lead: a quarter shorter. */
export function withoutTargets(markdown: string): string {
  return markdown.replace(TARGET, ']');
}
