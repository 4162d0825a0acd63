import type { BenchDocument, Block, Inline, ListBlock, TableBlock } from '../model.ts';
import { layOut, type Place } from './table-grid.ts';

/** A document as Word 97 and later write it (Rich Text Format 1.9). */
export function writeRtf(document: BenchDocument): Buffer {
  const body = document.blocks.map((block) => blockRtf(block, document.footnotes)).join('\n');
  const styles = [1, 2, 3, 4].map(
    (level) => `{\\s${level}\\outlinelevel${level - 1}\\b\\fs${44 - level * 5} heading ${level};}`,
  );
  return Buffer.from(
    `{\\rtf1\\ansi\\ansicpg1252\\uc1\\deff0{\\fonttbl{\\f0\\froman Times New Roman;}{\\f1\\fmodern Courier New;}}{\\colortbl;\\red0\\green0\\blue255;}
{\\stylesheet{\\s0 Normal;}${styles.join('')}{\\s5\\i Quote;}{\\s6 caption;}{\\s7\\f1 HTML Preformatted;}}
{\\*\\listtable${listDefinition(1, 23)}${listDefinition(2, 0)}}{\\*\\listoverridetable{\\listoverride\\listid1\\listoverridecount0\\ls1}{\\listoverride\\listid2\\listoverridecount0\\ls2}}
{\\info{\\title ${text(document.title)}}{\\author ${text(document.author)}}}{\\header\\pard ${text(document.header)}\\par}{\\footer\\pard ${text(document.footer)}\\par}
${body}\n}`,
    'latin1',
  );
}

function listDefinition(id: number, format: number): string {
  const levels = [0, 1, 2].map((level) => {
    const label =
      format === 23
        ? "{\\leveltext\\'01\\u8226 ?;}{\\levelnumbers;}"
        : `{\\leveltext\\'02\\'0${level}.;}{\\levelnumbers\\'01;}`;
    return `{\\listlevel\\levelnfc${format}\\leveljc0\\levelstartat1\\levelfollow0${label}\\fi-360\\li${720 * (level + 1)}}`;
  });
  return `{\\list\\listtemplateid${id}${levels.join('')}\\listid${id}}`;
}

function blockRtf(block: Block, notes: readonly string[]): string {
  switch (block.type) {
    case 'heading':
      return `\\pard\\plain\\s${block.level}\\outlinelevel${block.level - 1}\\b ${text(block.text)}\\par`;
    case 'paragraph':
      return `\\pard\\plain ${inlineRtf(block.content, notes)}\\par`;
    case 'quote':
      return `\\pard\\plain\\s5\\i ${inlineRtf(block.content, notes)}\\par`;
    case 'code':
      return block.text
        .split('\n')
        .map((line) => `\\pard\\plain\\s7\\f1 ${text(line)}\\par`)
        .join('\n');
    case 'figure':
      return `\\pard\\plain\\s6 ${text(block.caption)}\\par`;
    case 'list':
      return listRtf(block, 0, notes);
    case 'table':
      return (
        (block.caption === '' ? '' : `\\pard\\plain\\s6 ${text(block.caption)}\\par\n`) + tableRtf(block)
      );
    case 'page-break':
      return '\\page';
  }
}

function listRtf({ isOrdered, items }: ListBlock, level: number, notes: readonly string[]): string {
  return items
    .map(({ content, children }, index) => {
      const label = isOrdered ? `${index + 1}.` : '\\u8226 ?';
      const nested = children === undefined ? '' : `\n${listRtf(children, level + 1, notes)}`;
      return `\\pard\\plain\\ls${isOrdered ? 2 : 1}\\ilvl${level}\\fi-360\\li${720 * (level + 1)}{\\listtext ${label}\\tab}${inlineRtf(content, notes)}\\par${nested}`;
    })
    .join('\n');
}

const STYLES = { strong: '\\b', em: '\\i', code: '\\f1', sup: '\\super' } as const;

function inlineRtf(content: readonly Inline[], notes: readonly string[]): string {
  return content
    .map(({ text: words, style, href, footnote }) => {
      if (footnote !== undefined) {
        return `{\\super\\chftn{\\footnote\\pard\\plain {\\super\\chftn} ${text(notes[footnote - 1] ?? '')}}}`;
      }
      const run = style === undefined ? text(words) : `{${STYLES[style]} ${text(words)}}`;
      return href === undefined
        ? run
        : `{\\field{\\*\\fldinst{HYPERLINK "${href}"}}{\\fldrslt{\\ul\\cf1 ${run}}}}`;
    })
    .join('');
}

function tableRtf(table: TableBlock): string {
  const rows = layOut(table).map((row, index) => {
    const head = index < table.headerRows ? '\\trhdr' : '';
    const definitions = row.map((place, column) => `${mergeRtf(place)}\\cellx${(column + 1) * 1_800}`);
    const cells = row.map(cellRtf);
    return `\\trowd\\trgaph108${head}${definitions.join('')}\n${cells.join('')}\\row`;
  });
  return `${rows.join('\n')}\n\\pard\\plain`;
}

function mergeRtf({ cell, right, down }: Place): string {
  const across = cell.columnSpan === 1 ? '' : right === 0 ? '\\clmgf' : '\\clmrg';
  const along = cell.rowSpan === 1 ? '' : down === 0 ? '\\clvmgf' : '\\clvmrg';
  return across + along;
}

function cellRtf({ cell, right, down }: Place): string {
  const align = cell.align === 'right' ? '\\qr' : cell.align === 'center' ? '\\qc' : '';
  const words = right + down > 0 ? '' : cell.isHeader ? `{\\b ${text(cell.text)}}` : text(cell.text);
  return `\\pard\\plain\\intbl${align} ${words}\\cell`;
}

/** What is not ASCII is written by its UTF-16 units, as signed numbers. */
function text(words: string): string {
  return words.replace(/[\\{}]/g, '\\$&').replace(/[^\x20-\x7e]/g, (character) => {
    const unit = character.charCodeAt(0);
    return `\\u${unit > 0x7fff ? unit - 0x1_0000 : unit}?`;
  });
}
