import { isMonospacedFont } from '../office/monospaced-fonts.ts';
import { isCodeStyle } from '../office/style-names.ts';
import { SUBSCRIPT_MARK, SUPERSCRIPT_MARK } from '../text-document/marks.ts';
import { headingRole, type ParagraphRole, roleOfStyleName } from '../text-document/paragraph-role.ts';
import { childOf, type XmlElement } from '../xml/xml-element.ts';

/** Longer chains of styles are loops, or nobody's. */
const MAX_PARENTS = 20;

/** The text format of a style; undefined members come from the text around. */
export interface TextFormat {
  isBold?: boolean;
  isItalic?: boolean;
  isStruck?: boolean;
  /** A mark of text that is raised or lowered, 0 for text that is neither. */
  script?: number;
  isMonospaced?: boolean;
  isHidden?: boolean;
}

/** A style with all that it takes from its parents. */
export interface OdfStyle {
  format: TextFormat;
  /** The format that was set in the place itself: bold and italic of named styles are no emphasis. */
  own: TextFormat;
  role: ParagraphRole | undefined;
  /** For styles of text: it is meant for code, by its name. */
  isCode: boolean;
  isTableHeading: boolean;
  /** Name of its list, '' for none; undefined when it says nothing of it. */
  list: string | undefined;
}

interface OwnStyle extends OdfStyle {
  parent: string | undefined;
}

const NOTHING: OdfStyle = {
  format: {},
  own: {},
  role: undefined,
  isCode: false,
  isTableHeading: false,
  list: undefined,
};

/** Styles by family and name (ODF 1.3 part 3, section 16.2). */
export class StyleTable {
  readonly #styles = new Map<string, XmlElement>();
  readonly #automatic = new Set<XmlElement>();
  readonly #resolved = new Map<string, OdfStyle>();
  readonly #owns = new Map<string, OwnStyle>();
  readonly #fonts = new Map<string, string>();
  #language: string | undefined;

  /** Language of text that says nothing else, BCP 47. */
  get language(): string | undefined {
    return this.#language;
  }

  /** Takes in a `style:style`, `style:default-style` or `style:font-face`; a later style replaces one of its name. `isAutomatic`: it has no name for people. */
  add(element: XmlElement, isAutomatic: boolean): void {
    const { name, attributes } = element;
    const styleName = attributes['style:name'] ?? '';
    if (name === 'style:style') {
      this.#styles.set(keyOf(attributes['style:family'] ?? '', styleName), element);
      if (isAutomatic) this.#automatic.add(element);
    } else if (name === 'style:default-style') {
      const family = attributes['style:family'] ?? '';
      this.#styles.set(keyOf(family, ''), element);
      const language = languageOf(childOf(element, 'style:text-properties'));
      if (family === 'paragraph') this.#language = language;
      // Slides have no paragraphs out of shapes.
      if (family === 'graphic') this.#language ??= language;
    } else if (name === 'style:font-face') {
      this.#fonts.set(styleName, attributes['svg:font-family'] ?? styleName);
    }
  }

  resolve(family: 'paragraph' | 'text', name: string): OdfStyle {
    const key = keyOf(family, name);
    let resolved = this.#resolved.get(key);
    if (resolved === undefined) {
      resolved = this.#resolve(family, name);
      this.#resolved.set(key, resolved);
    }
    return resolved;
  }

  #resolve(family: string, name: string): OdfStyle {
    let { format, own: set, role, isCode, isTableHeading, list } = NOTHING;
    const seen = new Set<string>();
    let current: string | undefined = name;
    while (current !== undefined && current !== '' && !seen.has(current) && seen.size < MAX_PARENTS) {
      seen.add(current);
      const own = this.#own(family, current);
      format = { ...own.format, ...format };
      set = { ...own.own, ...set };
      role ??= own.role;
      isCode ||= own.isCode;
      isTableHeading ||= own.isTableHeading;
      list ??= own.list;
      current = own.parent;
    }
    // Defaults do not belong to spans: those take what the paragraph has.
    if (family === 'paragraph')
      format = { ...this.#formatOf(this.#styles.get(keyOf(family, ''))), ...format };
    return { format, own: set, role, isCode, isTableHeading, list };
  }

  /** Gives a style's own statements; many styles may have one parent, or each the next. */
  #own(family: string, name: string): OwnStyle {
    const key = keyOf(family, name);
    let own = this.#owns.get(key);
    if (own === undefined) {
      const style = this.#styles.get(key);
      const shown = style?.attributes['style:display-name'] ?? decodeName(name);
      const format = this.#formatOf(style);
      own = {
        format,
        own: style !== undefined && this.#automatic.has(style) ? format : {},
        role: outlineRole(style) ?? roleOfStyleName(shown),
        isCode: isCodeStyle(shown),
        isTableHeading: /^table heading$/i.test(shown),
        list: style?.attributes['style:list-style-name'],
        parent: style?.attributes['style:parent-style-name'],
      };
      this.#owns.set(key, own);
    }
    return own;
  }

  #formatOf(style: XmlElement | undefined): TextFormat {
    const attributes = childOf(style, 'style:text-properties')?.attributes;
    if (attributes === undefined) return {};
    const format: TextFormat = {};
    const weight = attributes['fo:font-weight'];
    if (weight !== undefined) format.isBold = weight === 'bold' || Number(weight) >= 600;
    const slant = attributes['fo:font-style'];
    if (slant !== undefined) format.isItalic = slant !== 'normal';
    const line =
      attributes['style:text-line-through-style'] ??
      attributes['style:text-line-through-type'] ??
      attributes['style:text-crossing-out'];
    if (line !== undefined) format.isStruck = line !== 'none';
    const position = attributes['style:text-position'];
    if (position !== undefined) format.script = scriptOf(position);
    const display = attributes['text:display'];
    if (display !== undefined) format.isHidden = display === 'none';
    const font = attributes['style:font-name'] ?? attributes['fo:font-family'];
    if (font !== undefined)
      format.isMonospaced = isMonospacedFont((this.#fonts.get(font) ?? font).replace(/\d+$/, ''));
    return format;
  }
}

function keyOf(family: string, name: string): string {
  return `${family}\n${name}`;
}

/** Characters that a name may not have are written as their code, such as `Heading_20_1` (ODF 1.3 part 3, 19.502). */
function decodeName(name: string): string {
  return name.replaceAll(/_([0-9a-f]{2,4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function outlineRole(style: XmlElement | undefined): ParagraphRole | undefined {
  const level = Number(style?.attributes['style:default-outline-level'] ?? 0);
  return level >= 1 ? headingRole(level) : undefined;
}

/** `super`, `sub`, or a share of the font's height with a sign (ODF 1.3 part 3, section 20.395). */
function scriptOf(position: string): number {
  if (position.startsWith('super')) return SUPERSCRIPT_MARK;
  if (position.startsWith('sub')) return SUBSCRIPT_MARK;
  const [raise = '', size = '100%'] = position.split(/\s+/);
  const share = Number.parseFloat(raise);
  // Text that is only moved, and not made smaller, is neither.
  if (!(Math.abs(share) > 5) || Number.parseFloat(size) >= 95) return 0;
  return share > 0 ? SUPERSCRIPT_MARK : SUBSCRIPT_MARK;
}

function languageOf(properties: XmlElement | undefined): string | undefined {
  const language = properties?.attributes['fo:language'];
  const country = properties?.attributes['fo:country'];
  if (language === undefined || !/^[a-z]{2,3}$/i.test(language) || language === 'zxx') return undefined;
  return country !== undefined && /^[a-z]{2}$/i.test(country) ? `${language}-${country}` : language;
}
