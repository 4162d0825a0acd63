/** One fenced block; `line` counts from 1 and is that of the opening fence. */
export interface FencedBlock {
  readonly language: string;
  /** The words after the language: `run` asks for the block to be executed. */
  readonly markers: readonly string[];
  readonly code: string;
  readonly line: number;
}

export interface TextAt {
  readonly text: string;
  readonly line: number;
}

/** What the checks ask of a Markdown document (CommonMark 0.31, fences 4.5; nested containers do not occur). */
export interface MarkdownDocument {
  readonly path: string;
  readonly blocks: readonly FencedBlock[];
  readonly codeSpans: readonly TextAt[];
  /** Destinations of links and images, as written. */
  readonly links: readonly TextAt[];
  /** Texts of headings that begin with `#`, with their markup. */
  readonly headings: readonly string[];
}

const FENCE = /^ {0,3}(?<fence>`{3,}|~{3,})(?<info>.*)$/;

export function readMarkdown(path: string, text: string): MarkdownDocument {
  const blocks: FencedBlock[] = [];
  const codeSpans: TextAt[] = [];
  const links: TextAt[] = [];
  const headings: string[] = [];
  const lines = text.split('\n');

  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const opening = FENCE.exec(line)?.groups;
    if (opening === undefined) {
      codeSpans.push(...matchesOf(line, /`([^`]+)`/g, at));
      links.push(...matchesOf(line, /\]\(<?([^\s)>]+)/g, at));
      headings.push(...matchesOf(line, /^#{1,6} +(.+?)(?: +#+)? *$/g, at).map((heading) => heading.text));
      continue;
    }
    const { fence = '', info = '' } = opening;
    const end = lines.findIndex((candidate, index) => index > at && closes(candidate, fence));
    if (end === -1) throw new Error(`${path}:${at + 1} the fence is never closed`);
    const [language = '', ...markers] = info.trim().split(/\s+/);
    blocks.push({ language, markers, code: lines.slice(at + 1, end).join('\n'), line: at + 1 });
    at = end;
  }
  return { path, blocks, codeSpans, links, headings };
}

function closes(line: string, fence: string): boolean {
  const trimmed = line.trim();
  return (
    trimmed.length >= fence.length &&
    trimmed === trimmed.charAt(0).repeat(trimmed.length) &&
    trimmed.startsWith(fence)
  );
}

function matchesOf(line: string, pattern: RegExp, index: number): TextAt[] {
  return [...line.matchAll(pattern)].map(([, text = '']) => ({ text, line: index + 1 }));
}
