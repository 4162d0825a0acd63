import { answer, takeFlag, takeOption, type AgentAnswer, type CommandBrowser } from './agent-browser.ts';

/** Elements that something can be done with. */
const INTERACTIVE = new Set(
  `button link textbox checkbox radio combobox listbox menuitem menuitemcheckbox menuitemradio option searchbox slider
  spinbutton switch tab treeitem`.split(/\s+/),
);
/** Elements that only hold others. */
const STRUCTURAL = new Set(
  'generic group list table row rowgroup grid treegrid menu menubar toolbar tablist tree directory document presentation none'.split(
    ' ',
  ),
);

interface SnapshotLine {
  depth: number;
  role: string;
  /** With its quotes; empty when it has none. */
  name: string;
  attributes: string[];
  text: string;
  isText: boolean;
}

/** `snapshot [-i] [-c] [-d N] [-s SELECTOR]`: the page as its accessibility tree, with references. */
export async function snapshot(words: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  const isInteractive = takeFlag(words, '-i', '--interactive');
  const isCompact = takeFlag(words, '-c', '--compact');
  const depth = Number(takeOption(words, '-d', '--depth') ?? Infinity);
  const selector = takeOption(words, '-s', '--selector');
  const lines = parseSnapshot(await takeSnapshot(agent, selector));
  const shown = (
    isInteractive ? lines.filter(({ role }) => INTERACTIVE.has(role)) : compact(lines, isCompact)
  ).filter((line) => line.depth < depth);
  const text = shown
    .map((line) => `${'  '.repeat(isInteractive ? 0 : line.depth)}${writeLine(line)}`)
    .join('\n');
  const said = text || (isInteractive ? '(no interactive elements)' : '(empty page)');
  agent.notes.snapshot = said;
  return answer(said, { snapshot: said, refs: refsOf(shown), origin: (await agent.page()).url() });
}

/** `diff snapshot`: lines that came and went since the last snapshot. */
export async function diffSnapshot(words: string[], agent: CommandBrowser): Promise<AgentAnswer> {
  const before = agent.notes.snapshot.split('\n');
  const { text } = await snapshot(words, agent);
  const after = text.split('\n');
  const [old, young] = [new Set(before), new Set(after)];
  const gone = before.filter((line) => line !== '' && !young.has(line)).map((line) => `- ${line}`);
  const come = after.filter((line) => !old.has(line)).map((line) => `+ ${line}`);
  const diff = [...gone, ...come].join('\n');
  return answer(diff || '✓ No changes detected', {
    diff,
    additions: come.length,
    removals: gone.length,
    changed: diff !== '',
  });
}

async function takeSnapshot(agent: CommandBrowser, selector: string | undefined): Promise<string> {
  const page = await agent.page();
  if (selector === undefined) return page.ariaSnapshot({ mode: 'ai' });
  return (await agent.locate(selector)).ariaSnapshot({ mode: 'ai' });
}

const LINE = /^( *)- (?:text: (.*)|([\w-]+)((?: "(?:[^"\\]|\\.)*")?)((?: \[[^\]]*\])*)(?::(?: (.*))?)?)$/;

function parseSnapshot(text: string): SnapshotLine[] {
  return text.split('\n').flatMap((line) => {
    const [whole, indent = '', plain, role = 'text', name = '', attributes = '', inner = ''] =
      LINE.exec(unquoteKey(line)) ?? [];
    if (whole === undefined) return [];
    return [
      {
        depth: indent.length / 2,
        role: plain === undefined ? role : 'text',
        name: name.trim(),
        attributes: [...attributes.matchAll(/\[([^\]]*)\]/g)]
          .map(([, attribute = '']) => attribute)
          .filter((attribute) => !attribute.startsWith('cursor=')),
        text: unquote(plain ?? inner),
        isText: plain !== undefined,
      },
    ];
  });
}

/** A key with a colon or a quote in it stands between single quotes. */
function unquoteKey(line: string): string {
  const [, indent, key, rest] = /^( *)- '((?:[^']|'')*)'(.*)$/.exec(line) ?? [];
  return key === undefined ? line : `${indent}- ${key.replaceAll("''", "'")}${rest}`;
}

function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    return JSON.parse(text) as string;
  } catch {
    return text;
  }
}

/** Lines whose holders say nothing move up to them. */
function compact(lines: readonly SnapshotLine[], isCompact: boolean): SnapshotLine[] {
  if (!isCompact) return [...lines];
  const kept: SnapshotLine[] = [];
  const dropped: number[] = [];
  for (const line of lines) {
    while (dropped.length > 0 && line.depth <= dropped.at(-1)!) dropped.pop();
    if (STRUCTURAL.has(line.role) && line.name === '' && line.text === '') dropped.push(line.depth);
    else kept.push({ ...line, depth: line.depth - dropped.length });
  }
  return kept;
}

function writeLine({ role, name, attributes, text, isText }: SnapshotLine): string {
  if (isText) return `- text: ${text}`;
  const shown = attributes.length > 0 ? ` [${attributes.join(', ')}]` : '';
  return `- ${role}${name && ` ${name}`}${shown}${text && `: ${text}`}`;
}

function refsOf(lines: readonly SnapshotLine[]): Record<string, { role: string; name: string }> {
  return Object.fromEntries(
    lines.flatMap(({ role, name, attributes }) =>
      attributes
        .filter((attribute) => attribute.startsWith('ref='))
        .map((attribute) => [attribute.slice(4), { role, name: unquote(name) }]),
    ),
  );
}
