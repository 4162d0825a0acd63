import { search as endpoint } from '../../../src/contract/endpoints/search.ts';
import { createAskChain, type ChainAnswer } from '../../../src/features/search/ask-providers.ts';
import { createProviderHealth } from '../../../src/features/search/provider-health.ts';
import { openSearchProvider } from '../../../src/features/search/providers/index.ts';
import { wishesOf } from '../../../src/features/search/wishes-of.ts';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { Deadline } from '../../../src/lib/time/deadline.ts';
import { silentLog } from '../../../src/lib/log/log.ts';
import type { ProviderSettings } from '../../../src/lib/settings/search-settings.ts';
import { createTrace } from '../../../src/scraper/trace.ts';

interface SearchWithOptions {
  now?: number;
  /** The time for all providers together. */
  deadlineMs?: number;
  isForwarded?: boolean;
}

/** Asks providers for what the body of a search says, as the endpoint does: an answer for each source. */
export async function searchWith(
  settings: readonly ProviderSettings[],
  body: Readonly<Record<string, unknown>>,
  { now = Date.now(), deadlineMs = 30_000, isForwarded = false }: SearchWithOptions = {},
): Promise<ChainAnswer[]> {
  const { wishes } = wishesOf(endpoint.body.parse(body), now);
  await using stack = new AsyncDisposableStack();
  const providers = settings.map((one) => stack.use(openSearchProvider(one, { ownPorts: () => [] })));
  const health = createProviderHealth({ clock: systemClock, log: silentLog });
  const askChain = createAskChain({ providers, health, clock: systemClock, log: silentLog });
  using deadline = new Deadline(deadlineMs);
  const { signal } = new AbortController();
  return await Promise.all(
    wishes.map((wish) =>
      askChain(wish, { deadline, signal, trace: createTrace(), isForwarded, hasOthers: false }),
    ),
  );
}
