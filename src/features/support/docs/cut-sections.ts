/** A part of a document of ours: a heading and what stands below it until the next one. */
export interface DocsSection {
  /** The file and its heading, as links name them: `docs/crawling.md#which-pages`. */
  readonly place: string;
  /** The headings above it and its own, the outermost first. */
  readonly headings: readonly string[];
  /** Its text without its heading. */
  readonly markdown: string;
}

const HEADING = /^(#{1,6}) +(.+?)(?: +#+)? *$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Cuts a Markdown file at its headings, those in code left alone; sections without a text are left out. */
export function cutSections(path: string, markdown: string): DocsSection[] {
  const sections: DocsSection[] = [];
  const trail: Array<{ level: number; text: string }> = [];
  let lines: string[] = [];
  let fence: string | undefined;
  const finish = (): void => {
    const text = lines.join('\n').trim();
    lines = [];
    if (text === '') return;
    const headings = trail.map((heading) => heading.text);
    const own = trail.at(-1);
    const anchor = own === undefined || own.level === 1 ? '' : `#${anchorOf(own.text)}`;
    sections.push({ place: `${path}${anchor}`, headings, markdown: text });
  };
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    const isClosing = fence !== undefined && mark?.startsWith(fence) === true;
    if (fence === undefined) fence = mark;
    else if (isClosing) fence = undefined;
    const heading = fence === undefined && !isClosing ? HEADING.exec(line) : null;
    if (heading === null) {
      lines.push(line);
      continue;
    }
    finish();
    const level = heading[1]!.length;
    while ((trail.at(-1)?.level ?? 0) >= level) trail.pop();
    trail.push({ level, text: heading[2]!.replaceAll('`', '') });
  }
  finish();
  return sections;
}

/** The anchor that a heading gets where Markdown is shown with links. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
