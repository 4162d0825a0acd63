import type { Page } from 'playwright-core';

/** Opens the dashboard of a service in a tab, and signs in with a key. */
export async function signIn(page: Page, { url, key }: { url: string; key: string }): Promise<void> {
  await page.goto(url);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}
