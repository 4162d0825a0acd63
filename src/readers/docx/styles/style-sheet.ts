import { isMonospacedFont } from '../../office/monospaced-fonts.ts';
import { isCodeStyle } from '../../office/style-names.ts';
import {
  headingRole,
  type ParagraphRole,
  roleOfStyleName,
  TEXT_ROLE,
} from '../../text-document/paragraph-role.ts';
import type { RunFormat } from './run-format.ts';
import type { ParagraphStyle, StoredStyle } from './style.ts';

/** Styles that inherit from each other further than this are a mistake. */
const MAX_ANCESTORS = 50;
/** Outline level of ordinary text (ECMA-376 part 1, section 17.3.1.20). */
const TEXT_LEVEL = 9;

/** Character formatting with all that it inherits. */
export interface CharacterStyle {
  run: RunFormat;
  isCode: boolean;
}

/** The styles of a document, each resolved once. */
export class StyleSheet {
  readonly #styles = new Map<string, StoredStyle>();
  readonly #paragraphs = new Map<string, ParagraphStyle>();
  readonly #characters = new Map<string, CharacterStyle>();
  readonly #defaultParagraph: string;
  readonly #defaults: RunFormat;
  /** BCP 47, of the text where nothing else is said. */
  readonly language: string | undefined;
  /** True when ordinary text is set like a program: then the font says nothing. */
  readonly isMonospaced: boolean;

  constructor(styles: readonly StoredStyle[], defaults: RunFormat, language: string | undefined) {
    for (const style of styles) if (!this.#styles.has(style.id)) this.#styles.set(style.id, style);
    const paragraph = styles.find(({ type, isDefault }) => isDefault && type === 'paragraph');
    this.#defaultParagraph = paragraph?.id ?? '';
    this.#defaults = defaults;
    this.language = paragraph?.language ?? language;
    const { font = defaults.font } = inherit(this.#chainOf(this.#defaultParagraph));
    this.isMonospaced = isMonospacedFont(font);
  }

  /** The style with this id; the default one for none, and for one that is not there. */
  paragraph(id: string | undefined): ParagraphStyle {
    const known = id !== undefined && this.#styles.has(id) ? id : this.#defaultParagraph;
    // A name that the file does not explain may still say what it is.
    const key = known === this.#defaultParagraph && id !== undefined ? id : known;
    let style = this.#paragraphs.get(key);
    if (style === undefined) {
      style = this.#resolveParagraph(known, key);
      this.#paragraphs.set(key, style);
    }
    return style;
  }

  /** A character style; undefined when it is not there. */
  character(id: string): CharacterStyle | undefined {
    if (!this.#styles.has(id)) return undefined;
    let style = this.#characters.get(id);
    if (style === undefined) {
      const chain = this.#chainOf(id);
      style = {
        run: inherit(chain),
        isCode: chain.some(({ name }) => isCodeStyle(name)),
      };
      this.#characters.set(id, style);
    }
    return style;
  }

  /** True when tables of a style show their first row in a way of its own. */
  hasFirstRow(id: string | undefined): boolean {
    return id !== undefined && this.#chainOf(id).some(({ hasFirstRow }) => hasFirstRow);
  }

  /** The list that a numbering style stands for. */
  listOf(id: string): string | undefined {
    return this.#chainOf(id).find(({ list }) => list !== undefined)?.list;
  }

  /** A style and those that it is based on, nearest first; ends where a chain bites its tail. */
  #chainOf(id: string): StoredStyle[] {
    const chain: StoredStyle[] = [];
    let style = this.#styles.get(id);
    while (style !== undefined && chain.length < MAX_ANCESTORS && !chain.includes(style)) {
      chain.push(style);
      style = style.basedOn === undefined ? undefined : this.#styles.get(style.basedOn);
    }
    return chain;
  }

  #resolveParagraph(id: string, shown: string): ParagraphStyle {
    const chain = this.#chainOf(id);
    const run = { ...this.#defaults, ...inherit(chain) };
    const listed = chain.find(({ list }) => list !== undefined);
    return {
      role: this.#roleOf(chain, id === shown ? undefined : shown, run),
      list: listed?.list,
      listLevel: chain.find(({ listLevel }) => listLevel !== undefined)?.listLevel,
      indent: chain.find(({ indent }) => indent !== undefined)?.indent,
      run,
    };
  }

  #roleOf(chain: readonly StoredStyle[], unknownId: string | undefined, run: RunFormat): ParagraphRole {
    if (unknownId !== undefined) {
      const named = roleOfName(unknownId);
      if (named !== undefined) return named;
    }
    for (const style of chain) {
      const named = roleOfName(style.name) ?? (style.name === '' ? roleOfName(style.id) : undefined);
      if (named !== undefined) return named;
      const { outlineLevel } = style;
      if (outlineLevel === TEXT_LEVEL) break;
      if (outlineLevel !== undefined && outlineLevel >= 0 && outlineLevel < TEXT_LEVEL) {
        return headingRole(outlineLevel + 1);
      }
    }
    return chain.length > 0 && isMonospacedFont(run.font) && !this.isMonospaced
      ? { type: 'code' }
      : TEXT_ROLE;
  }
}

/** Some styles for headings have no level of their own. */
function roleOfName(name: string): ParagraphRole | undefined {
  return roleOfStyleName(name) ?? (name.toLowerCase() === 'heading' ? headingRole(1) : undefined);
}

/** The nearest style that states a property counts. */
function inherit(chain: readonly StoredStyle[]): RunFormat {
  const run: RunFormat = {};
  for (let index = chain.length - 1; index >= 0; index--) Object.assign(run, chain[index]?.run);
  return run;
}
