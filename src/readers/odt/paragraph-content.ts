import { footnoteMark } from '../html-writer/footnotes.ts';
import { escapeText } from '../markup.ts';
import { linkAddress } from '../html-writer/link-address.ts';
import { CODE_MARK, EMPHASIS_MARK, STRONG_MARK, STRUCK } from '../text-document/marks.ts';
import { TextDocumentWriter } from '../text-document/text-document-writer.ts';
import type { TextRuns } from '../text-document/text-runs.ts';
import { childOf, isElement, textOf, type XmlElement } from '../xml/xml-element.ts';
import { readWholeNumber } from './list-styles.ts';
import type { OdtContext } from './odt-context.ts';
import { readOdfDrawing } from './write-frame.ts';

/** How text looks, as far as it means something. */
interface TextLook {
  isBold: boolean;
  isItalic: boolean;
  isStruck: boolean;
  isCode: boolean;
  /** A mark of text that is raised or lowered; 0 for neither. */
  script: number;
  /** Address of the link that it is part of. */
  href: string | undefined;
}

export const PLAIN_LOOK: TextLook = {
  isBold: false,
  isItalic: false,
  isStruck: false,
  isCode: false,
  script: 0,
  href: undefined,
};

/** Places in a paragraph that links lead to; more are nobody's. */
const MAX_IDS = 50;
/** More blanks in a row are no text. */
const MAX_BLANKS = 1_000;
/** Elements whose text does not belong to the paragraph, or means nothing off paper. */
const LEFT_OUT = new Set([
  'office:annotation',
  'office:annotation-end',
  'office:forms',
  'text:page-number',
  'text:page-continuation',
  'text:hidden-paragraph',
  'text:tracked-changes',
  'text:toc-mark',
  'text:user-index-mark',
  'text:alphabetical-index-mark',
  'text:script',
  'office:script',
  'text:execute-macro-placeholder',
  'svg:title',
  'svg:desc',
]);

/** Writes what stands in a paragraph: text, fields, links, notes and drawings (ODF 1.3 part 3, sections 6 and 7). */
export class ParagraphContent {
  readonly #context: OdtContext;
  readonly #runs: TextRuns;
  readonly #isAlone: boolean;
  /** White space at the start of a paragraph, and after white space, is none. */
  #endsWithSpace = true;
  #blocks: string[] = [];
  /** HTML ids of the bookmarks in the paragraph. */
  readonly ids: string[] = [];

  constructor(context: OdtContext, runs: TextRuns, isAlone: boolean) {
    this.#context = context;
    this.#runs = runs;
    this.#isAlone = isAlone;
  }

  /** Blocks that are anchored to the paragraph. */
  get blocks(): string {
    return this.#blocks.join('\n');
  }

  write(children: ReadonlyArray<XmlElement | string>, style: TextLook): void {
    for (const child of children) {
      if (isElement(child)) this.#element(child, style);
      else this.#text(child, style);
    }
  }

  #text(text: string, style: TextLook): void {
    let collapsed = text.replaceAll(/[ \t\r\n]+/g, ' ');
    if (this.#endsWithSpace && collapsed.startsWith(' ')) collapsed = collapsed.slice(1);
    if (collapsed === '') return;
    this.#endsWithSpace = collapsed.endsWith(' ');
    this.#runs.addText(collapsed, marksOf(style), style.href);
  }

  #exact(text: string, style: TextLook): void {
    this.#runs.addText(text, marksOf(style), style.href);
    this.#endsWithSpace = false;
  }

  #element(element: XmlElement, style: TextLook): void {
    const { name, attributes } = element;
    switch (name) {
      case 'text:span':
        this.#span(element, style);
        break;
      case 'text:s':
        this.#exact(' '.repeat(Math.min(readWholeNumber(attributes['text:c']) ?? 1, MAX_BLANKS)), style);
        break;
      case 'text:tab':
      case 'text:tab-stop':
        this.#exact('\t', style);
        break;
      case 'text:line-break':
        this.#runs.addBreak(style.href);
        this.#endsWithSpace = true;
        break;
      case 'text:a':
        this.write(element.children, { ...style, href: this.#address(attributes['xlink:href'] ?? '') });
        break;
      case 'text:note':
      case 'text:footnote':
      case 'text:endnote':
        this.#note(element);
        break;
      case 'text:bookmark':
      case 'text:bookmark-start':
      case 'text:reference-mark':
      case 'text:reference-mark-start':
        this.#target(attributes['text:name']);
        break;
      case 'text:ruby':
        this.#ruby(element, style);
        break;
      case 'text:hidden-text':
        if (attributes['text:is-hidden'] !== 'true') this.write(element.children, style);
        break;
      default:
        this.#other(element, style);
    }
  }

  #other(element: XmlElement, style: TextLook): void {
    const { name } = element;
    if (LEFT_OUT.has(name)) return;
    if (name.startsWith('draw:')) {
      const { inline, blocks } = readOdfDrawing(this.#context, element, this.#isAlone);
      if (inline !== '') this.#atom(inline, style);
      if (blocks !== '') this.#blocks.push(blocks);
    } else {
      // Fields show the text that they had when the file was written.
      this.write(element.children, style);
    }
  }

  #span(element: XmlElement, style: TextLook): void {
    const name = element.attributes['text:style-name'];
    const { format, isCode } = this.#context.styles.resolve('text', name ?? '');
    if (format.isHidden === true) return;
    const isMonospaced = this.#context.isMonospacedCode && format.isMonospaced === true;
    this.write(element.children, {
      isBold: format.isBold ?? style.isBold,
      isItalic: format.isItalic ?? style.isItalic,
      isStruck: format.isStruck ?? style.isStruck,
      isCode: isCode || isMonospaced || (style.isCode && format.isMonospaced !== false),
      script: format.script ?? style.script,
      href: style.href,
    });
  }

  #note(element: XmlElement): void {
    const { footnotes } = this.#context;
    const number = footnotes.start();
    const body = element.children.find(
      (child): child is XmlElement => isElement(child) && child.name.endsWith('-body'),
    );
    const out = new TextDocumentWriter(this.#context.budget, true);
    this.#context.writeBlocks(body?.children ?? [], out, { indent: 0 });
    footnotes.fill(number, out.finishCell().html);
    this.#atom(footnoteMark(number), PLAIN_LOOK);
  }

  #ruby(element: XmlElement, style: TextLook): void {
    const base = textOf(childOf(element, 'text:ruby-base'));
    const reading = textOf(childOf(element, 'text:ruby-text'));
    if (reading.trim() === '') this.#text(base, style);
    else this.#atom(`<ruby>${escapeText(base)}<rt>${escapeText(reading)}</rt></ruby>`, style);
  }

  #atom(html: string, style: TextLook): void {
    this.#runs.addAtom(html, style.href);
    this.#endsWithSpace = false;
  }

  #address(raw: string): string | undefined {
    const address = linkAddress(raw);
    if (address === undefined || !address.startsWith('#')) return address;
    // Other places than bookmarks are named with their kind, such as `#Table1|table`.
    return this.#context.targets.has(address.slice(1)) ? address.replaceAll(/\s/g, '_') : undefined;
  }

  #target(name: string | undefined): void {
    if (name === undefined || !this.#context.targets.has(name) || this.ids.length >= MAX_IDS) return;
    this.ids.push(name.replaceAll(/\s/g, '_'));
  }
}

function marksOf({ isBold, isItalic, isStruck, isCode, script }: TextLook): number {
  return (
    script |
    (isBold ? STRONG_MARK : 0) |
    (isItalic ? EMPHASIS_MARK : 0) |
    (isStruck ? STRUCK : 0) |
    (isCode ? CODE_MARK : 0)
  );
}
