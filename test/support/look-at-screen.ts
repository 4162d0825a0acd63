import assert from 'node:assert/strict';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { DISTINCT_STYLES } from './distinct-styles.ts';

const LOOKS = [
  ['light', 'light', 1440],
  ['dark', 'dark', 1280],
  ['phone', 'light', 390],
] as const;
/** Rules of colours; they are most of the work on a long page. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** What is wrong alone: the way to each of thousands of elements that pass is much work too. */
const TOLD = `resultTypes: ['violations']`;
/** A frame shows a page of somebody else, in which no script of ours runs: axe would ask it, and wait half a second. */
const OF_OURS = 'iframes: false';
const LOOK_AT_COLOURS = `axe.run(${DISTINCT_STYLES}, { ${TOLD}, ${OF_OURS}, runOnly: ${JSON.stringify(COLOUR_RULES)} })`;
const OTHER_RULES = JSON.stringify(Object.fromEntries(COLOUR_RULES.map((id) => [id, { enabled: false }])));
const LOOK_AT_THE_REST = `axe.run({ ${TOLD}, ${OF_OURS}, rules: ${OTHER_RULES} })`;
const SHOTS = process.env['DECANT_TEST_SHOTS'];

/** Looks at a screen as those do who use other means than eyes and a mouse, in light, in dark, and on a phone. */
export async function lookAtScreen(page: Page, name: string): Promise<void> {
  if (await page.evaluate('!("axe" in window)')) await page.evaluate(axe.source);
  for (const [looks, colorScheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await resizeScreen(page, width);
    const violations = await look(page, LOOK_AT_COLOURS);
    // Dark is light in other colours: no rule of a style sheet tells their widths apart.
    if (looks !== 'dark') violations.push(...(await look(page, LOOK_AT_THE_REST)));
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${name}, ${looks}: ${id} ${nodes.map(({ html }) => html).join()}`),
      [],
    );
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    assert.ok(Number(await page.evaluate(overflow)) <= 0, `${name}, ${looks}: wider than its screen`);
    if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/${name}-${looks}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await resizeScreen(page, 1280);
}

async function look(page: Page, run: string): Promise<AxeResults['violations']> {
  return page.evaluate(`${run}.then(({ violations }) => violations)`);
}

/** Gives a page a width, CSS pixels, and waits until it has it: on a busy machine it is told later than we are. */
export async function resizeScreen(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.waitForFunction(`innerWidth === ${width}`);
}
