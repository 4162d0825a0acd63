import assert from 'node:assert/strict';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const LOOKS = [
  ['light', 'light', 1440],
  ['dark', 'dark', 1280],
  ['phone', 'light', 390],
] as const;
/** Every rule, told of what is wrong alone: the way to each of thousands of elements that pass is most of the work. */
const LOOK = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)`;
const SHOTS = process.env['DECANT_TEST_SHOTS'];

/** Looks at a screen as those do who use other means than eyes and a mouse, in light, in dark, and on a phone. */
export async function lookAtScreen(page: Page, name: string): Promise<void> {
  if (await page.evaluate('!("axe" in window)')) await page.evaluate(axe.source);
  for (const [looks, colorScheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await resizeScreen(page, width);
    const violations = (await page.evaluate(LOOK)) as AxeResults['violations'];
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

/** Gives a page a width, CSS pixels, and waits until it has it: on a busy machine it is told later than we are. */
export async function resizeScreen(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.waitForFunction(`innerWidth === ${width}`);
}
