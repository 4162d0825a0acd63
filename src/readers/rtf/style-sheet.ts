import { isCodeStyle } from '../office/style-names.ts';
import { headingRole, type ParagraphRole, roleOfStyleName } from '../text-document/paragraph-role.ts';

/** Longer chains of styles are loops, or nobody's. */
const MAX_PARENTS = 20;

/** How the text of a style looks; a style states what it inherits, too. */
interface StyleLook {
  isBold: boolean;
  isItalic: boolean;
}

const PLAIN_LOOK: StyleLook = { isBold: false, isItalic: false };

interface RtfStyle extends StyleLook {
  name: string;
  basedOn: number | undefined;
  outlineLevel: number | undefined;
}

/** Styles of paragraphs and characters by number (RTF 1.9.1, "Style Sheet"). */
export class RtfStyleSheet {
  readonly #paragraphs = new Map<number, RtfStyle>();
  readonly #characters = new Map<number, RtfStyle>();
  #current: RtfStyle = startStyle();
  #isNamed = true;

  /** A group of the style sheet begins: one style, unless it stands in the group of a style that has no name yet. */
  start(): void {
    if (!this.#isNamed) return;
    this.#current = startStyle();
    this.#isNamed = false;
    this.#paragraphs.set(0, this.#paragraphs.get(0) ?? this.#current);
  }

  word(name: string, given: number | undefined): void {
    const parameter = given ?? 0;
    const isOn = given !== 0;
    if (name === 's') {
      this.#isNumbered();
      this.#paragraphs.set(parameter, this.#current);
    } else if (name === 'cs') {
      this.#isNumbered();
      this.#characters.set(parameter, this.#current);
    } else if (name === 'sbasedon') this.#current.basedOn = parameter;
    else if (name === 'outlinelevel') this.#current.outlineLevel = parameter;
    else if (name === 'b') this.#current.isBold = isOn;
    else if (name === 'i') this.#current.isItalic = isOn;
  }

  /** The style that is being read is not the one without a number, which is style 0. */
  #isNumbered(): void {
    if (this.#paragraphs.get(0) === this.#current) this.#paragraphs.delete(0);
  }

  text(text: string): void {
    if (this.#isNamed) return;
    const style = this.#current;
    style.name = (style.name + text).slice(0, 200);
    const end = style.name.indexOf(';');
    if (end === -1) return;
    style.name = style.name.slice(0, end).trim();
    this.#isNamed = true;
  }

  /**
   * Tells the role of a style's paragraphs by the style's name or level in the outline, or by those of the styles that
   * it is based on.
   */
  roleOf(number: number): ParagraphRole | undefined {
    const seen = new Set<number>();
    let current: number | undefined = number;
    while (current !== undefined && !seen.has(current) && seen.size < MAX_PARENTS) {
      seen.add(current);
      const style: RtfStyle | undefined = this.#paragraphs.get(current);
      if (style === undefined) return undefined;
      const role = roleOfStyleName(firstName(style.name));
      if (role !== undefined) return role;
      const { outlineLevel } = style;
      if (outlineLevel !== undefined && outlineLevel >= 0 && outlineLevel < 9) {
        return headingRole(outlineLevel + 1);
      }
      current = style.basedOn;
    }
    return undefined;
  }

  /** How the text of paragraphs of a style looks as such. */
  lookOf(number: number): StyleLook {
    return this.#paragraphs.get(number) ?? PLAIN_LOOK;
  }

  isCode(number: number): boolean {
    return isCodeStyle(firstName(this.#characters.get(number)?.name ?? ''));
  }
}

function startStyle(): RtfStyle {
  return { ...PLAIN_LOOK, name: '', basedOn: undefined, outlineLevel: undefined };
}

/** Further names of a style follow a comma. */
function firstName(name: string): string {
  return name.split(',', 1)[0]!;
}
