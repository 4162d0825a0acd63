import { createConsentHandler } from '../../browser/consent/create-consent-handler.ts';
import type { LivePage } from '../../browser/page/live-page.ts';
import { asksFor } from '../formats/asks-for.ts';
import type { EngineRequest } from './engine.ts';

const consent = createConsentHandler();

/**
 * Refuses or hides a cookie pop-up where pictures or actions need the page: Markdown leaves pop-ups out anyway. A
 * pop-up that one of the caller's actions names stays.
 */
export async function dismissConsent(
  live: LivePage,
  { options, deadline, trace }: Pick<EngineRequest, 'options' | 'deadline' | 'trace'>,
  signal: AbortSignal,
): Promise<void> {
  const isSeen = options.actions.length > 0 || asksFor(options, 'browser');
  if (!options.blockAds || !isSeen) return;
  const spare = options.actions.flatMap((action) =>
    'selector' in action && action.selector !== undefined ? [action.selector] : [],
  );
  await trace.measure('consent', async (details) => {
    const dismissed = await consent.dismiss(live, { signal, timeoutMs: deadline.remainingMs + 1_000, spare });
    Object.assign(details, dismissed);
  });
}
