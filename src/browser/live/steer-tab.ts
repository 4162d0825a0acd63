import type { DriveMessageOf } from './viewer-message.ts';
import { viewableAddress } from './viewable-address.ts';
import { TAB_CALL, type ViewedTab } from './viewed-tab.ts';

/** A site may take its time; nothing waits for it but this call. */
const NAVIGATE_CALL = { timeoutMs: 60_000 };

/** Goes where the buttons beside the address and the address itself lead. Gives a sentence when that fails. */
export async function steerTab(
  { session }: ViewedTab,
  message: DriveMessageOf<'go' | 'address'>,
): Promise<string | undefined> {
  if (message.type === 'address') {
    const url = viewableAddress(message.url);
    if (url === undefined) return 'Only addresses of http and https open here';
    const { errorText } = await session.send(
      'Page.navigate',
      { url, transitionType: 'typed' },
      NAVIGATE_CALL,
    );
    const isShown = errorText === undefined || errorText === 'net::ERR_ABORTED';
    return isShown ? undefined : `The page did not open (${errorText})`;
  }
  switch (message.to) {
    case 'stop':
      await session.send('Page.stopLoading', undefined, TAB_CALL);
      return undefined;
    case 'reload':
      await session.send('Page.reload', {}, TAB_CALL);
      return undefined;
    default: {
      const { currentIndex, entries } = await session.send('Page.getNavigationHistory', undefined, TAB_CALL);
      const entry = entries[currentIndex + (message.to === 'back' ? -1 : 1)];
      if (!entry || !/^(?:https?:|about:blank)/.test(entry.url)) return undefined;
      await session.send('Page.navigateToHistoryEntry', { entryId: entry.id }, TAB_CALL);
      return undefined;
    }
  }
}
