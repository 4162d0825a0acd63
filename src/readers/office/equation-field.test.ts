import assert from 'node:assert/strict';
import { it } from 'node:test';
import { equationText } from './equation-field.ts';

it('writes fractions, roots and raised text in a line', () => {
  assert.equal(equationText(' \\f(1,2) '), '1/2');
  assert.equal(equationText(' \\r(,8)'), '√(8)');
  assert.equal(equationText(' \\r(3,x+\\f(a;b)) '), '√(x+a/b)');
  assert.equal(equationText(' x\\s\\up 8(2)'), 'x2');
  assert.equal(equationText(' f\\(x\\)\\,y'), 'f(x),y');
});

it('gives the base of a phonetic guide, whatever its font is called and however it is aligned', () => {
  const guide = (font: string, alignment: string): string =>
    equationText(` \\* jc2 \\* ${font} \\* hps10 \\o${alignment}(\\s\\up 9(かんじ),漢字)`);
  for (const alignment of ['', '\\ad', '\\al', '\\ac', '\\ar', '\\AC'])
    assert.equal(guide('"Font:MS Mincho"', alignment), '漢字', alignment);
  for (const font of ['Font:Mincho', '“Font:MS Mincho”', '"Font:MS ゴシック"', '"Font:a)b"'])
    assert.equal(guide(font, '\\ad'), '漢字', font);
});

it('ends an argument whose quote is never closed at a blank', () => {
  assert.equal(equationText(' \\* "Font:Mincho \\* hps10 \\o\\al(x,y)'), 'y');
});

it('keeps all cells of an array: its alignments are no overstrikes', () => {
  assert.equal(equationText(' \\a\\ac\\co2(1,2,3,4)'), '1 2 3 4');
  assert.equal(equationText(' \\a\\co2\\al(1,\\o\\ac(○,2),3)'), '1 2 3');
});

it('ends however deep an instruction nests', () => {
  assert.match(equationText('\\f('.repeat(5_000)), /^\/*\\f\(/);
});
