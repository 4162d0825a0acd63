import { test } from 'node:test';
import { assertLinear } from '../../test/support/assert-linear.ts';
import { removeInvisible } from './main-content/drop/remove-invisible.ts';
import { maskUnseen } from './mask-unseen.ts';
import { parseHtml } from './parse.ts';

test('the time grows with the size of the page', async () => {
  const shapes: Array<(size: number) => string> = [
    (size) => `<p style="${'color:red;'.repeat(size)}">x`,
    (size) => `<p style="opacity:0">`.repeat(size),
    (size) => `<div style="background:#fff">`.repeat(size),
    (size) => `<style>${'.a{display:none}'.repeat(size)}</style><p class="a">x`,
    (size) => `<style>${'@media screen{'.repeat(size)}</style>`,
    (size) => `<style>${'@media screen{'.repeat(size)}${'.x{}}'.repeat(size)}</style>`,
    (size) => `<style>${'/*'.repeat(size)}</style>`,
    (size) => `<style>${'.a'.repeat(size)}{opacity:1}</style><p class="${'a '.repeat(size)}">x`,
  ];
  for (const [index, shape] of shapes.entries())
    await assertLinear(
      20_000,
      (size) => {
        const tree = parseHtml(shape(size));
        const removed = removeInvisible(tree);
        return () => maskUnseen(tree, { removed, shown: undefined });
      },
      `shape ${index}`,
    );
});
