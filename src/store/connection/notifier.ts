import type { Log } from '../../lib/log/log.ts';
import { statement, type Queryable } from '../queryable.ts';

export interface Notifier extends AsyncDisposable {
  /** Tells every listener of the channel, in this and other processes, within some milliseconds; only a hint. */
  notify(channel: string, payload: string): void;
}

/** PostgreSQL serialises committing notifiers, so equal notifications of this long become one and all go out together. */
const COALESCE_MS = 5;

const NOTIFY_ALL = statement(
  'store.notify',
  'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as pending (channel, payload)',
);

export function createNotifier(database: Queryable, log: Log): Notifier {
  const pending = new Map<string, { channel: string; payload: string }>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();

  async function send(): Promise<void> {
    const batch = [...pending.values()];
    pending.clear();
    if (batch.length === 0) return;
    try {
      await database.query(NOTIFY_ALL, [
        batch.map((item) => item.channel),
        batch.map((item) => item.payload),
      ]);
    } catch (error) {
      // Listeners look for themselves from time to time, so a lost hint costs latency only.
      log.debug('Notifications were not sent', {
        error: error instanceof Error ? error.message : String(error),
      });
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    sending = sending.then(send);
    return sending;
  }

  return {
    notify(channel, payload) {
      pending.set(`${channel}\0${payload}`, { channel, payload });
      timer ??= setTimeout(() => void flush(), COALESCE_MS);
    },
    [Symbol.asyncDispose]: flush,
  };
}
