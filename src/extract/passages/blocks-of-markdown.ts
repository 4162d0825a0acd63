import type { WrittenBlock } from '../../html/to-markdown/written-block.ts';
import { readUnits } from '../../text/markdown-units.ts';

const ITEM_START = /^((?:[ \t]|> ?){0,40})((?:[-*+]|\d{1,9}[.)])[ \t]{1,4}(?:\[[ xX]\] )?)/;
const INDENT = /^(?:[ \t]|> ?){0,40}/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;

/** Gives the blocks of a Markdown text in order, as `toMarkdown` does with those of a page, until `onBlock` says false. */
export function readMarkdownBlocks(markdown: string, onBlock: (block: WrittenBlock) => boolean): void {
  for (const { from, end, kind } of readUnits(markdown)) {
    const unit = markdown.slice(from, end).trimEnd();
    const blocks = kind === 'text' ? textBlocks(unit) : [bare(unit.trimStart())];
    for (const block of blocks) {
      if (block.markdown !== '' && !onBlock(block)) return;
    }
  }
}

function bare(markdown: string): WrittenBlock {
  return { markdown, firstPrefix: '', prefix: '', node: -1 };
}

/** The paragraphs, items and underlined headings of lines without a blank one between them. */
function* textBlocks(unit: string): Generator<WrittenBlock> {
  let lines: string[] = [];
  let prefixes = { firstPrefix: '', prefix: '' };
  const take = (): WrittenBlock => ({ markdown: lines.join('\n'), ...prefixes, node: -1 });
  for (let from = 0, end = 0; from <= unit.length; from = end + 1) {
    const lineFeed = unit.indexOf('\n', from);
    end = lineFeed === -1 ? unit.length : lineFeed;
    const line = unit.slice(from, end);
    const underline = UNDERLINE.exec(line)?.[1];
    if (underline !== undefined && lines.length === 1 && prefixes.prefix === '') {
      yield bare(`${underline.startsWith('=') ? '#' : '##'} ${lines[0]!.trim()}`);
      lines = [];
      continue;
    }
    const item = ITEM_START.exec(line);
    if (item !== null || lines.length === 0) {
      if (lines.length > 0) yield take();
      prefixes = prefixesOf(line, item);
      lines = [line.slice(prefixes.firstPrefix.length)];
    } else {
      lines.push(line.slice(INDENT.exec(line)![0].length));
    }
  }
  if (lines.length > 0) yield take();
}

function prefixesOf(line: string, item: RegExpExecArray | null): { firstPrefix: string; prefix: string } {
  const indent = (item?.[1] ?? INDENT.exec(line)![0]).replaceAll('\t', '    ');
  const marker = item?.[2] ?? '';
  return { firstPrefix: indent + marker, prefix: indent + ' '.repeat(marker.length) };
}
