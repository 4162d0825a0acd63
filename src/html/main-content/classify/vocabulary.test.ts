import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COMMENTS, FOOTER_NAME, MENU_NAME, nameBits, RELATED, SIDEBAR } from './vocabulary.ts';

describe('nameBits', () => {
  const cases: ReadonlyArray<readonly [names: string, bits: number]> = [
    ['sidebar', SIDEBAR],
    ['side-bar', SIDEBAR],
    ['Page_sideBar__x', SIDEBAR],
    ['SIDEBAR', SIDEBAR],
    ['relatedPosts footer', RELATED | FOOTER_NAME],
    ['main-nav', MENU_NAME],
    ['has-sidebar no-footer', 0],
    ['nav2 x9nav comments', COMMENTS],
    ['navigate sidebars', 0],
    ['', 0],
    ['レビュー menu', MENU_NAME],
  ];
  for (const [names, bits] of cases) it(JSON.stringify(names), () => assert.equal(nameBits(names), bits));
});
