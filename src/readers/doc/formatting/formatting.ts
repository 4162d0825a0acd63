import { meaningOfStyle, type StyleMeaning } from '../../office/style-names.ts';
import { headingRole, type ParagraphRole, TEXT_ROLE } from '../../text-document/paragraph-role.ts';
import { applyCharacterSprms, DEFAULT_CHARACTER, type CharacterProperties } from './character-properties.ts';
import { characterFormats, paragraphFormats, type FindRun, type FormatSource } from './formatted-pages.ts';
import { applyParagraphSprms, DEFAULT_PARAGRAPH, type ParagraphProperties } from './paragraph-properties.ts';
import type { Sprm } from './sprm.ts';
import { SPRM, sprmGroup } from './sprm-codes.ts';
import { readStyleSheet, type Style, type WordStyleSheet } from './style-sheet.ts';

/** A style with all that it takes from those that it is based on. */
export interface ResolvedStyle {
  /** Without regard to the level in the outline that its paragraphs have. */
  role: ParagraphRole;
  isTitle: boolean;
  paragraph: ParagraphProperties;
  character: CharacterProperties;
}

/** Formatting of one paragraph. */
export interface WordParagraphFormat {
  style: ResolvedStyle;
  properties: ParagraphProperties;
  /** Its own modifiers, for those of table rows. */
  sprms: readonly Sprm[];
}

/** Properties of characters in a paragraph of that style. */
interface CharacterMemo {
  style: ResolvedStyle;
  properties: CharacterProperties;
}

const PARAGRAPH_GROUP = 1;
/** Built-in number of `toc 1`; the other levels follow. */
const FIRST_CONTENTS = 19;
const HEADING_COUNT = 9;
/** Chains of styles are some steps long; longer ones go in a circle. */
const MAX_BASES = 20;
const NORMAL = 0;
const TITLE = 62;
const FIRST_USER_STYLE = 0xff0;

/** Works out how text is formatted, by its place in the main stream and the properties of its piece. */
export class Formatting {
  readonly #findParagraph: FindRun;
  readonly #findCharacters: FindRun;
  readonly #sheet: WordStyleSheet;
  readonly #styles = new Map<number, ResolvedStyle>();
  #unformatted: WordParagraphFormat | undefined;

  constructor(source: FormatSource) {
    this.#findParagraph = paragraphFormats(source);
    this.#findCharacters = characterFormats(source);
    this.#sheet = readStyleSheet(source.table, source.fib);
  }

  /** `offset`: of the character that ends the paragraph. */
  paragraphAt(offset: number, pieceSprms: readonly Sprm[]): WordParagraphFormat {
    const run = this.#findParagraph(offset);
    if (run === undefined && pieceSprms.length === 0) {
      return (this.#unformatted ??= this.#resolveParagraph(NORMAL, []));
    }
    if (run === undefined) return this.#resolveParagraph(NORMAL, pieceSprms);
    const { look } = run;
    if (pieceSprms.length > 0) return this.#resolveParagraph(look.style, [...look.sprms, ...pieceSprms]);
    const known = look.memo as WordParagraphFormat | undefined;
    const format = known ?? this.#resolveParagraph(look.style, look.sprms);
    look.memo = format;
    return format;
  }

  /** Properties of the character at `offset` in a paragraph of that style, and where in the stream they end. */
  charactersAt(
    offset: number,
    style: ResolvedStyle,
    pieceSprms: readonly Sprm[],
  ): { properties: CharacterProperties; end: number } {
    const run = this.#findCharacters(offset);
    if (run === undefined) {
      return { properties: this.#resolveCharacters(style, pieceSprms), end: Infinity };
    }
    const { end, look } = run;
    if (pieceSprms.length > 0) {
      return { properties: this.#resolveCharacters(style, [...look.sprms, ...pieceSprms]), end };
    }
    let memo = look.memo as CharacterMemo | undefined;
    if (memo?.style !== style) {
      memo = { style, properties: this.#resolveCharacters(style, look.sprms) };
      look.memo = memo;
    }
    return { properties: memo.properties, end };
  }

  #resolveParagraph(index: number, sprms: readonly Sprm[]): WordParagraphFormat {
    const moved = sprms.findLast(({ code }) => code === SPRM.paragraphStyle);
    const style = this.#styleOf(moved?.value ?? index);
    const own = sprms.filter(({ code }) => sprmGroup(code) === PARAGRAPH_GROUP);
    return { style, properties: applyParagraphSprms(style.paragraph, own), sprms };
  }

  /** A character style comes before what is stated beside it. */
  #resolveCharacters(style: ResolvedStyle, sprms: readonly Sprm[]): CharacterProperties {
    const named = sprms.findLast(({ code }) => code === SPRM.characterStyle);
    const base =
      named === undefined ? style.character : this.#withCharacterStyle(style.character, named.value);
    return applyCharacterSprms(base, sprms);
  }

  #withCharacterStyle(base: CharacterProperties, index: number): CharacterProperties {
    return this.#chainOf(index)
      .filter(({ isCharacterStyle }) => isCharacterStyle)
      .reduceRight((properties, style) => applyCharacterSprms(properties, style.characterSprms), base);
  }

  #styleOf(index: number): ResolvedStyle {
    let style = this.#styles.get(index);
    if (style === undefined) {
      style = this.#resolveStyle(this.#chainOf(index));
      this.#styles.set(index, style);
    }
    return style;
  }

  /** A style and those that it is based on, nearest first. */
  #chainOf(index: number): Style[] {
    const chain: Style[] = [];
    let next: number | undefined = index;
    while (next !== undefined && chain.length < MAX_BASES) {
      const style: Style | undefined = this.#sheet.styles[next];
      if (style === undefined || chain.includes(style)) break;
      chain.push(style);
      next = style.base;
    }
    return chain;
  }

  #resolveStyle(chain: readonly Style[]): ResolvedStyle {
    let paragraph = DEFAULT_PARAGRAPH;
    let character: CharacterProperties = { ...DEFAULT_CHARACTER, font: this.#sheet.defaultFont };
    for (const style of chain.toReversed()) {
      const { builtIn } = style;
      // A heading has its level by being one, without stating it.
      if (builtIn >= 1 && builtIn <= HEADING_COUNT) paragraph = { ...paragraph, outlineLevel: builtIn - 1 };
      paragraph = applyParagraphSprms(paragraph, style.paragraphSprms);
      character = applyCharacterSprms(character, style.characterSprms);
    }
    return { ...roleOf(chain), paragraph, character };
  }
}

/** Tells the role of a style by its number, which is the same in every language, or by its name where it has none. */
function roleOf(chain: readonly Style[]): Pick<ResolvedStyle, 'role' | 'isTitle'> {
  const numbered = chain.find(({ builtIn }) => builtIn < FIRST_USER_STYLE && builtIn !== NORMAL);
  const builtIn = numbered?.builtIn ?? NORMAL;
  if (builtIn === TITLE) return { role: headingRole(1), isTitle: true };
  const contents = builtIn - FIRST_CONTENTS + 1;
  const role =
    contents >= 1 && contents <= HEADING_COUNT
      ? { type: 'contents' as const, level: contents }
      : roleByName(chain);
  return { role, isTitle: false };
}

function roleByName(chain: readonly Style[]): ParagraphRole {
  const own = meaningOfStyle(chain[0]?.name ?? '');
  if (own?.type === 'heading') return headingRole(own.level);
  if (own?.type === 'contents') return own;
  return chain.map(({ name }) => meaningOfStyle(name)).find(isGroup) ?? TEXT_ROLE;
}

/** Word has no built-in numbers for these before 2007. */
function isGroup(role: StyleMeaning | undefined): role is { type: 'code' } | { type: 'quote' } {
  return role?.type === 'code' || role?.type === 'quote';
}
