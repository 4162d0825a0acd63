/** The note that Office writes below a description that it made itself, up to the end. */
const GENERATED =
  /\s*(?:(?:Description|Beschreibung) (?:automatically generated|automatisch generiert)(?: with \w+ confidence)?|AI-generated content may be incorrect\.?|KI-generierte Inhalte können fehlerhaft sein\.?)\s*$/i;

/** The description of a picture on one line, without what Office says of how it was made. */
export function pictureDescription(text: string): string {
  return text.replace(/\s+/g, ' ').replace(GENERATED, '').trim();
}
