import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type InlineFormat, InlineWriter } from './inline-writer.ts';

const LINKED: InlineFormat = {
  link: 'https://a.test/',
  isBold: true,
  isItalic: false,
  isStruck: false,
  position: 'baseline',
  isCode: false,
};

test('pictures stand in a link, notes behind it: they are links themselves', () => {
  const writer = new InlineWriter();
  writer.write('a', LINKED);
  writer.markup('<img alt="b">');
  writer.markup('<sup><a href="#fn1">1</a></sup>');
  assert.equal(
    writer.end().html,
    '<a href="https://a.test/"><strong>a</strong><img alt="b"></a><sup><a href="#fn1">1</a></sup>',
  );
});
