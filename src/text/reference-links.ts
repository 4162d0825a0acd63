/** How a text shows where its links lead. */
export type LinkStyle = 'inline' | 'references' | 'none';

/** The end of a link's words, its target, and a title. No target of ours holds a bracket or a space outside of `<>`. */
const LINK_END = /\]\((<[^<>\n]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)(?:\s+"[^"\n]*")?\)/g;

/**
 * Markdown with the targets of links and pictures as numbers and a list of them at the end, each once, or without them.
 * Code keeps what looks like links.
 */
export function withLinkStyle(markdown: string, style: LinkStyle): string {
  if (style === 'inline') return markdown;
  const numbers = new Map<string, number>();
  const parts = partsOf(markdown).map(({ text, isCode }) =>
    isCode ? text : replaceTargets(text, style, numbers),
  );
  const list = [...numbers].map(([target, number]) => `[${number}]: ${target}`);
  return list.length === 0 ? parts.join('') : `${parts.join('').trimEnd()}\n\n${list.join('\n')}\n`;
}

function replaceTargets(text: string, style: LinkStyle, numbers: Map<string, number>): string {
  return text.replaceAll(LINK_END, (_link, given: string) => {
    const target = given.replace(/^<(.*)>$/, '$1');
    if (style === 'none' || target === '') return ']';
    const number = numbers.get(target) ?? numbers.size + 1;
    numbers.set(target, number);
    return `][${number}]`;
  });
}

interface Part {
  text: string;
  isCode: boolean;
}

const FENCE = /^[ \t>]*(`{3,}|~{3,})/;

/** The text apart from its blocks of code. */
function partsOf(markdown: string): Part[] {
  const parts: Part[] = [];
  let fence: string | undefined;
  for (const line of markdown.split(/(?<=\n)/)) {
    const mark = FENCE.exec(line)?.[1];
    const isCode = fence !== undefined || mark !== undefined;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true) fence = undefined;
    const last = parts.at(-1);
    if (last?.isCode === isCode) last.text += line;
    else parts.push({ text: line, isCode });
  }
  return parts;
}
