/**
 * Lower case words with one space between them.
 * @param {string} text
 */
export function wordsOf(text) {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\u0307/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}
