import type { Log } from '../lib/log/log.ts';
import { describeErrorBriefly } from '../lib/log/describe-error.ts';
import { statement, type Queryable } from '../store/database.ts';
import { CONFIGURED_API_KEY, NO_API_KEY } from './caller.ts';

/** A key's time of use is exact to this, ms. */
const EXACT_MS = 60_000;
/** Uses wait this long for others, ms. */
const GATHER_MS = 1_000;
const MAX_REMEMBERED = 10_000;

const WRITE = statement(
  'key_uses',
  `update api_key set last_used_at = clock_timestamp() where id = any($1::uuid[])
     and (last_used_at is null or last_used_at < clock_timestamp() - interval '${EXACT_MS / 2} ms')`,
);

/** Notes when keys are used. */
export interface KeyUses extends AsyncDisposable {
  /** Costs a look into a map; the writing is done later, once a minute for a key that is used all the time. */
  note(keyId: string): void;
}

/** `now`: ms of a clock that only goes forward. */
export function openKeyUses({
  db,
  log,
  gatherMs = GATHER_MS,
  now = () => performance.now(),
}: {
  db: Queryable;
  log: Log;
  gatherMs?: number;
  now?: () => number;
}): KeyUses {
  const writtenAt = new Map<string, number>();
  const used = new Set<string>();
  const state: { timer: NodeJS.Timeout | undefined; writing: Promise<void> } = {
    timer: undefined,
    writing: Promise.resolve(),
  };

  async function write(): Promise<void> {
    const ids = [...used];
    used.clear();
    if (ids.length === 0) return;
    try {
      await db.query(WRITE, [ids]);
    } catch (error) {
      // The next use tells it as well.
      log.debug('the use of keys was not noted', { error: describeErrorBriefly(error) });
    }
  }

  function begin(): void {
    state.timer = undefined;
    state.writing = write();
  }

  return {
    note(keyId) {
      const at = now();
      const last = writtenAt.get(keyId);
      if (last !== undefined && at - last < EXACT_MS) return;
      if (keyId === NO_API_KEY || keyId === CONFIGURED_API_KEY) return;
      if (writtenAt.size >= MAX_REMEMBERED) writtenAt.clear();
      writtenAt.set(keyId, at);
      used.add(keyId);
      state.timer ??= setTimeout(begin, gatherMs);
      state.timer.unref();
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(state.timer);
      await state.writing;
      await write();
    },
  };
}
