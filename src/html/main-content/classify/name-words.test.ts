import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WordTrie, NameWords } from './name-words.ts';

const VOCABULARY = new WordTrie(new Map(['side', 'sidebar', 'bar'].map((word) => [word, word])));

function wordsOf(names: string): (string | undefined)[] {
  const words = new NameWords(names, VOCABULARY);
  const found: (string | undefined)[] = [];
  while (words.next()) found.push(words.isBesideDigit ? `${words.entry}#` : words.entry);
  return found;
}

describe('NameWords', () => {
  const cases: Array<[names: string, words: (string | undefined)[]]> = [
    ['', []],
    [' -- 12 é', []],
    ['side-bar sideBar_SIDEBAR', ['side', 'bar', 'side', 'bar', 'sidebar']],
    ['sid sides sideba sidebars', [undefined, undefined, undefined, undefined]],
    ['bar2 3side side', ['bar#', 'side#', 'side']],
    ['BARside{bar', [undefined, 'bar']],
  ];
  for (const [names, words] of cases)
    it(JSON.stringify(names), () => assert.deepEqual(wordsOf(names), words));
});
