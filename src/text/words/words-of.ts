import { eachWord } from './scan-words.ts';

const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z\d]+/g;

/**
 * The words of a text: lower case, without diacritics. Chinese, Japanese and Korean give pairs of characters, which stand in
 * for words; Thai, Lao, Khmer and Burmese give the words that a dictionary finds.
 */
export function wordsOf(text: string): string[] {
  if (ASCII.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  const words: string[] = [];
  eachWord(text, ({ word }) => words.push(word));
  return words;
}
