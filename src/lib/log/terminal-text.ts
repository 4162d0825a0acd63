/** C0 but newline and tab, DEL, C1: what a terminal takes for orders (ECMA-48). */
const CONTROLS = /[\0-\u0008\u000b-\u001f\u007f-\u009f]/g;

/**
 * Text of strangers as a terminal may be given it: with a mark in place of each character that would steer it, and
 * without those that turn the direction of what is read. Lines stay lines.
 */
export function terminalText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(CONTROLS, '\ufffd')
    .replaceAll(/\p{Bidi_Control}/gu, '');
}
