import { BlockWriter } from '../html-writer/block-writer.ts';
import { footnoteMark } from '../html-writer/footnotes.ts';
import { PLAIN, type InlineWriter, type RunStyle } from '../html-writer/inline-writer.ts';
import { escapeAttribute, escapeText } from '../markup.ts';
import { linkAddress } from '../html-writer/link-address.ts';
import { childOf, isElement, textOf, type XmlElement } from '../xml/xml-element.ts';
import { wholeNumber } from './list-styles.ts';
import type { OdtContext } from './odt-context.ts';
import { readDrawing } from './write-frame.ts';

/** More blanks in a row are no text. */
const MAX_BLANKS = 1_000;
/** What has text that does not belong to the paragraph, or that means nothing off paper. */
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
  readonly #inline: InlineWriter;
  readonly #isCode: boolean;
  readonly #isAlone: boolean;
  /** White space at the start of a paragraph, and after white space, is none. */
  #endsWithSpace = true;
  #blocks: string[] = [];
  #targets = '';

  constructor(context: OdtContext, inline: InlineWriter, isCode: boolean, isAlone: boolean) {
    this.#context = context;
    this.#inline = inline;
    this.#isCode = isCode;
    this.#isAlone = isAlone;
  }

  /** Blocks that are anchored to the paragraph. */
  get blocks(): string {
    return this.#blocks.join('\n');
  }

  /** Empty anchors for the bookmarks in the paragraph. */
  get targets(): string {
    return this.#inline.isEmpty ? '' : this.#targets;
  }

  write(children: ReadonlyArray<XmlElement | string>, style: RunStyle): void {
    for (const child of children) {
      if (isElement(child)) this.#element(child, style);
      else this.#text(child, style);
    }
  }

  #text(text: string, style: RunStyle): void {
    let collapsed = text.replaceAll(/[ \t\r\n]+/g, ' ');
    if (this.#endsWithSpace && collapsed.startsWith(' ')) collapsed = collapsed.slice(1);
    if (collapsed === '') return;
    this.#endsWithSpace = collapsed.endsWith(' ');
    this.#inline.text(collapsed, style);
  }

  #exact(text: string, style: RunStyle): void {
    this.#inline.text(text, style);
    this.#endsWithSpace = false;
  }

  #element(element: XmlElement, style: RunStyle): void {
    const { name, attributes } = element;
    switch (name) {
      case 'text:span':
        this.#span(element, style);
        break;
      case 'text:s':
        this.#exact(' '.repeat(Math.min(wholeNumber(attributes['text:c']) ?? 1, MAX_BLANKS)), style);
        break;
      case 'text:tab':
      case 'text:tab-stop':
        this.#exact('\t', style);
        break;
      case 'text:line-break':
        if (this.#isCode) this.#exact('\n', style);
        else this.#inline.lineBreak();
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

  #other(element: XmlElement, style: RunStyle): void {
    const { name } = element;
    if (LEFT_OUT.has(name)) return;
    if (name.startsWith('draw:')) {
      const { inline, blocks } = readDrawing(this.#context, element, this.#isAlone);
      if (inline !== '') this.#atom(inline, style);
      if (blocks !== '') this.#blocks.push(blocks);
    } else {
      // Fields show the text that they had when the file was written.
      this.write(element.children, style);
    }
  }

  #span(element: XmlElement, style: RunStyle): void {
    const name = element.attributes['text:style-name'];
    const { format, isCode } = this.#context.styles.resolve('text', name ?? '');
    if (format.isHidden === true) return;
    const isMonospaced = this.#context.isMonospacedCode && format.isMonospaced === true;
    const script = format.script === 'none' ? undefined : (format.script ?? style.script);
    this.write(element.children, {
      isBold: format.isBold ?? style.isBold,
      isItalic: format.isItalic ?? style.isItalic,
      isStruck: format.isStruck ?? style.isStruck,
      isCode: !this.#isCode && (isCode || isMonospaced || (style.isCode && format.isMonospaced !== false)),
      script,
      href: style.href,
    });
  }

  #note(element: XmlElement): void {
    const { footnotes } = this.#context;
    const number = footnotes.start();
    const body = element.children.find(
      (child): child is XmlElement => isElement(child) && child.name.endsWith('-body'),
    );
    const out = new BlockWriter();
    this.#context.writeBlocks(body?.children ?? [], out, { isTableHead: false, isInline: true });
    this.#context.openLists.endTo(0, out);
    footnotes.fill(number, out.finish());
    this.#atom(footnoteMark(number), PLAIN);
  }

  #ruby(element: XmlElement, style: RunStyle): void {
    const base = textOf(childOf(element, 'text:ruby-base'));
    const reading = textOf(childOf(element, 'text:ruby-text'));
    if (reading.trim() === '') this.#text(base, style);
    else this.#atom(`<ruby>${escapeText(base)}<rt>${escapeText(reading)}</rt></ruby>`, style);
  }

  #atom(html: string, style: RunStyle): void {
    this.#inline.atom(html, style);
    this.#endsWithSpace = false;
  }

  #address(raw: string): string | undefined {
    const address = linkAddress(raw);
    if (address === undefined || !address.startsWith('#')) return address;
    // Other places than bookmarks are named with their kind, such as `#Table1|table`.
    return this.#context.targets.has(address.slice(1)) ? address.replaceAll(/\s/g, '_') : undefined;
  }

  #target(name: string | undefined): void {
    if (name === undefined || !this.#context.targets.has(name) || this.#targets.length > 1_000) return;
    this.#targets += `<a id="${escapeAttribute(name.replaceAll(/\s/g, '_'))}"></a>`;
  }
}
