import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eachRun, eachWord } from './scan-words.ts';
import { knownWordsAt } from './known-words.ts';
import { termOf, type KnownWord } from './term-of.ts';
import { wordsOf } from './words-of.ts';

const CASES: Array<[text: string, words: string]> = [
  ['Das “Haus” — die ÜBERSICHT café, fin’s', 'das haus die ubersicht cafe fin s'],
  ['½ m² Straße ﬁne Łódź Ærø', '1 2 m2 strasse fine lodz aero'],
  ['İstanbul ISPARTA ısparta', 'istanbul isparta isparta'],
  ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
  ['Ещё Йод', 'еще иод'],
  ['हिन्दी में', 'हनद म'],
  ['الكِتَابُ', 'الكتاب'],
  ['Donau\u00addampf ab\u200bcd', 'donaudampf ab cd'],
  ['e\u0301te\u0301 \u0301x', 'ete x'],
  ['東京都の天気。雨', '東京 京都 都の の天 天気 雨'],
  ['がぎ ｶﾞｷﾞ か\u3099き', 'がぎ ガギ がき'],
  ['iPhone用ケース 2024年', 'iphone 用ケ ケー ース 2024 年'],
  ['한국어 검색은 물', '한국 국어 검색 색은 물'],
  ['한국어'.normalize('NFD'), '한국 국어'],
  ['ราคาบ้านในประเทศไทย', 'ราคา บ้าน ใน ประเทศไทย'],
  ['ພາສາລາວ ภาษา', 'ພາສາ ລາວ ภาษา'],
  ['ပြည်ထောင်စု', 'ပြည်ထောင်စု'],
  ['𝐇𝐞𝐥𝐥𝐨 𠀀𠀁𠀂 😀 \ud83d x', 'hello 𠀀𠀁 𠀁𠀂 x'],
  ['snake_case node:fs C++ 3.14', 'snake case node fs c 3 14'],
  ['', ''],
];

describe('wordsOf', () => {
  for (const [text, words] of CASES) {
    it(`reads ${text}`, () => assert.deepEqual(wordsOf(text), words === '' ? [] : words.split(' ')));
  }

  it('says where words stand', () => {
    const text = 'Der “Käse” 天気図 ราคาบ้าน';
    const places: string[] = [];
    eachWord(text, (_, start, end) => places.push(text.slice(start, end)));
    assert.deepEqual(places, ['Der', 'Käse', '天気', '気図', 'ราคา', 'บ้าน']);
  });

  it('reads a text while it reads another', () => {
    const words: string[] = [];
    eachWord('one two', ({ word }) => words.push(word, ...wordsOf('three four')));
    assert.deepEqual(words, ['one', 'three', 'four', 'two', 'three', 'four']);
  });

  it('reads pairs over the seams of long runs', () => {
    const signs = Array.from({ length: 2_500 }, (_, index) => String.fromCharCode(0x4e00 + index)).join('');
    const words = wordsOf(signs);
    assert.equal(words.length, 2_499);
    assert.ok(words.includes(signs.slice(999, 1_001)));
  });
});

function knownWords(word: string): readonly KnownWord[] {
  let found: readonly KnownWord[] = [];
  eachRun(word, (run) => (found = knownWordsAt(word, run)));
  return found;
}

describe('knownWordsAt', () => {
  const terms: Array<[word: string, term: string]> = [
    ['Integrations', 'integr'],
    ['INTERNATIONAL', 'intern'],
    ['prices', 'pric'],
    ['pricing', 'pric'],
    ['Häusern', 'hauser'],
    ['книгами', 'книгам'],
    ['kitaplarımızdan', 'kitapl'],
    ['0x80070005', '0x80070005'],
    ['rtx4090ti', 'rtx4090ti'],
    ['والكتاب', 'كتاب'],
    ['المدرسة', 'مدرس'],
    ['الكتب', 'كتب'],
    ['𐌰𐌱𐌲𐌳𐌴𐌵𐌶𐌷', '𐌰𐌱𐌲𐌳𐌴𐌵'],
  ];
  for (const [word, term] of terms) {
    it(`gives ${term} for ${word}`, () =>
      assert.deepEqual(
        knownWords(word).map((one) => one.term),
        [term],
      ));
  }

  it('tells words apart that have one place', () => {
    // With the hash of `eachRun`, `Aa` and `BB` are one.
    for (const letters of [2, 16, 18, 40]) {
      const [one, other] = ['Aa', 'BB'].map((pair) => pair.repeat(letters / 2));
      for (const word of [one!, other!, one!, other!])
        assert.deepEqual(
          knownWords(word).map((known) => known.word),
          [word.toLowerCase()],
        );
    }
  });

  it('gives the same for a word that it knows', () => {
    assert.equal(knownWords('Beispielwörterbuch'), knownWords('Beispielwörterbuch'));
  });

  it('cuts what is no word', () => {
    assert.ok(knownWords('x'.repeat(100_000))[0]!.word.length <= 64);
    assert.equal(termOf('abcdefgh'), 'abcdef');
  });
});
