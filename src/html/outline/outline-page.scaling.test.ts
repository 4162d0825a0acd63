import { test } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { findMainContent } from '../main-content/find-main-content.ts';
import { parseHtml } from '../parse.ts';
import { markPage } from './mark-page.ts';
import { outlinePage, type OutlineGrounds } from './outline-page.ts';

const PROSE = '<p>The kettle boils a litre of water in three minutes, and it switches itself off.</p>';

test('time is linear however a page nests and repeats', () => {
  return assertLinear(20_000, (size) => {
    const tree = parseHtml(
      `${'<div class=a>'.repeat(size)}${PROSE}${'<nav><a href=/x>y</a></nav>'.repeat(size)}`,
    );
    const found = findMainContent(tree);
    const grounds: OutlineGrounds = {
      removed: found.removed,
      traces: found.trace(),
      callersRule: 255,
      callersGround: () => ({ rule: 'excludeTags', evidence: '.x' }),
    };
    return () => {
      outlinePage(tree, grounds);
      markPage(tree, grounds);
    };
  });
});
