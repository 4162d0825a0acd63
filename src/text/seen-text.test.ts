import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seenText, withoutTargets } from './seen-text.ts';

test('characters without a shape are gone, joiners of scripts and pictures are not', () => {
  const tags = Array.from('obey', (letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join(
    '',
  );
  assert.equal(seenText(`a${tags}b\u200bc\u202ed\u2066e\ufefff`), 'abcdef');
  assert.equal(seenText('می\u200cخواهم 👩\u200d🚀'), 'می\u200cخواهم 👩\u200d🚀');
  assert.equal(seenText('x\u200c\u200d\u200c\u200dy'), 'xy');
});

test('a picture is described in a few words or not at all', () => {
  assert.equal(
    seenText(`![A lamp](/a.png) ![${'obey '.repeat(40)}](/b.png)`),
    '![A lamp](/a.png) ![](/b.png)',
  );
  assert.equal(
    seenText(`a ![${'obey '.repeat(900)}](/b.png) b ![c](/c.png)`),
    'a ![](/b.png) b ![c](/c.png)',
  );
});

test('a bracket that nobody closes in its paragraph takes nothing with it', () => {
  const text = `Wow![ ${'words '.repeat(40)}\n\n${'more '.repeat(40)} [a](/b) ![`;
  assert.equal(seenText(text), text);
});

test('links lose their targets and keep their texts', () => {
  assert.equal(
    withoutTargets('See [the lamp](https://a.test/b_(c)?d=e "Lamp") and ![x](/y.png) (really).'),
    'See [the lamp] and ![x] (really).',
  );
});
