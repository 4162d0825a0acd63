import { adapterOf, openSearchProvider } from '../features/search/providers/index.ts';
import type { ProviderProbe } from '../features/search/providers/provider.ts';
import { Deadline } from '../lib/time/deadline.ts';
import type { ProviderSettings } from '../lib/settings/search-settings.ts';
import type { DoctorContext, DoctorFinding } from './finding.ts';

type Context = Pick<DoctorContext, 'config' | 'signal'>;

const part = 'Search';
const PROBE_MS = 15_000;
const OWN_PAGES = 'among the pages that each team had scraped';
const NOBODY =
  'nothing can be searched: no provider (DECANT_SEARCH), and no pages are kept for it (DECANT_INDEX)';

/** Each provider is asked for one result; the service works without them. */
export async function checkSearch({ config, signal }: Context): Promise<DoctorFinding[]> {
  const { order, providers } = config.search;
  const { isOn } = config.searchIndex;
  if (providers.length === 0 && !isOn) return [{ part, state: 'missing', note: NOBODY }];
  if (providers.length === 0) return [{ part, state: 'ok', note: `${OWN_PAGES} only (DECANT_SEARCH)` }];
  const found = await Promise.all(
    providers.map(async function checkProvider(settings): Promise<DoctorFinding> {
      const { isFit, note } = await probeOf(settings, signal);
      const { label, variables } = adapterOf(settings.name);
      const named = note.includes('DECANT_') ? note : `${note} (${variables.key ?? variables.url})`;
      return { part, state: isFit ? 'ok' : 'missing', note: `${label} ${named}` };
    }),
  );
  const own: DoctorFinding = { part, state: 'ok', note: `also ${OWN_PAGES} (DECANT_SEARCH)` };
  return order.includes('own') && isOn ? [...found, own] : found;
}

async function probeOf(settings: ProviderSettings, signal: AbortSignal): Promise<ProviderProbe> {
  using deadline = new Deadline(PROBE_MS, signal);
  await using provider = openSearchProvider(settings, { ownPorts: () => [] });
  return await provider.probe(deadline.signal);
}
