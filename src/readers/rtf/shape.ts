/**
 * The types of shapes that draw text ([MS-ODRAW], MSOSPT): `msosptTextSimple` to `msosptTextOnRing`, `msosptTextPlain` to
 * `msosptTextCanDown`.
 */
const WORD_ART_TYPES = [
  { first: 24, last: 31 },
  { first: 136, last: 175 },
] as const;

/** The properties of a drawn shape that say what text it has (RTF 1.9.1, "Drawing Object Properties"). */
export class RtfShape {
  #text = '';
  #isWordArt = false;
  /** The shape has paragraphs of its own, which say more than the property. */
  hasParagraphs = false;

  /** Takes the value of a property. */
  set(name: string, value: string): void {
    if (name === 'gtextUNICODE') this.#text = value;
    else if (name === 'fGtext') this.#isWordArt ||= Number(value) === 1;
    else if (name === 'shapeType') {
      const type = Number(value);
      this.#isWordArt ||= WORD_ART_TYPES.some(({ first, last }) => type >= first && type <= last);
    }
  }

  /** The text that the shape has as a property only. */
  get text(): string {
    return this.hasParagraphs || this.#text.trim() === '' ? '' : this.#text;
  }

  /** Whether the text is drawn as a picture is, as part of its paragraph. */
  get isWordArt(): boolean {
    return this.#isWordArt;
  }
}
