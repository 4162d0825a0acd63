import { silentLog } from '../../../src/lib/log/log.ts';
import { createAddressGuard } from '../../../src/net/guard/address-guard.ts';
import { createAllowList } from '../../../src/net/guard/allow-list.ts';
import { openOutbound } from '../../../src/net/outbound.ts';
import { openBareCdp } from './bare-cdp.ts';
import type { OpenProgram } from './program.ts';

const MAX_BYTES = 200_000_000;

/** Bare CDP behind Decant's egress proxy, a context each: the limit for whoever lets pages reach public addresses only. */
export const bareCdpGuarded: OpenProgram = async ({ browser }) => {
  await using stack = new AsyncDisposableStack();
  const guard = createAddressGuard({ allow: createAllowList(['127.0.0.1']), ownPorts: () => [] });
  const outbound = stack.use(openOutbound({ guard, log: silentLog }));
  const program = stack.use(
    await openBareCdp(browser, {
      isGuarded: true,
      openProxy: () => outbound.openBrowserProxy({ teamId: undefined, maxBytes: MAX_BYTES }),
    }),
  );
  const parts = stack.move();
  return { ...program, [Symbol.asyncDispose]: () => parts.disposeAsync() };
};
