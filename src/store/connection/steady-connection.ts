import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';

export interface SteadyConnectionOptions {
  connection: ClientConfig;
  log: Log;
  /**
   * A connection that died in silence (a vanished peer, a forgetful NAT) is found by a question this often, which must be
   * answered within a third of that time.
   */
  heartbeatMs: number;
  /** Statements that each new connection begins with. */
  greeting(): string;
  onNotification(channel: string, payload: string): void;
  /** Called when a connection that was lost has been replaced. */
  onReconnect(): void;
}

/** One connection that is replaced, for as long as it takes, when it is lost. */
export interface SteadyConnection extends AsyncDisposable {
  /** Runs statements that may run twice; connects first when there is no connection, and waits while there can be none. */
  run(sql: string): Promise<void>;
  /** Gives the connection up until the next `run`. */
  rest(): Promise<void>;
}

const MAX_DELAY_MS = 2_000;

export function createSteadyConnection(options: SteadyConnectionOptions): SteadyConnection {
  const { heartbeatMs, log, onReconnect } = options;
  const closing = new AbortController();
  let client: Client | undefined;
  let isWanted = false;
  // The driver runs one statement at a time, so everything that touches the connection stands in this line.
  const inLine = createLine();

  function run(sql: string): Promise<void> {
    return inLine(async () => {
      for (;;) {
        client ??= await connectPatiently(connect, log, closing.signal);
        try {
          await client.query(sql);
          return;
        } catch (error) {
          log.debug('Notification connection failed', { error: String(error) });
          await drop();
        }
      }
    });
  }

  async function connect(): Promise<Client> {
    const fresh = await openClient(options);
    keepBeating(fresh, heartbeatMs, ask);
    fresh.once('end', () => {
      if (client !== fresh) return;
      client = undefined;
      if (isWanted) ask();
    });
    if (isWanted) onReconnect();
    isWanted = true;
    return fresh;
  }

  function ask(): void {
    // Rejects only when the connection is closed for good.
    run('select 1').catch(() => undefined);
  }

  async function drop(): Promise<void> {
    const lost = client;
    client = undefined;
    await lost?.end().catch(() => undefined);
  }

  function rest(): Promise<void> {
    isWanted = false;
    return inLine(drop);
  }
  return {
    run,
    rest,
    async [Symbol.asyncDispose]() {
      closing.abort();
      await rest();
    },
  };
}

/** Calls `beat` again and again for as long as the connection lasts. */
function keepBeating(client: Client, everyMs: number, beat: () => void): void {
  const heartbeat = setInterval(beat, everyMs).unref();
  client.once('end', () => clearInterval(heartbeat));
}

/** Makes `inLine`, which begins work when the work before it has ended. */
function createLine() {
  let line: Promise<unknown> = Promise.resolve();
  return function inLine(work: () => Promise<void>): Promise<void> {
    const result = line.then(work);
    line = result.catch(() => undefined);
    return result;
  };
}

/** Tries again and again, ever more seldom, until it has a connection or is not to have one any more. */
async function connectPatiently(
  connect: () => Promise<Client>,
  log: SteadyConnectionOptions['log'],
  signal: AbortSignal,
): Promise<Client> {
  for (let delayMs = 50; !signal.aborted; delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
    try {
      return await connect();
    } catch (error) {
      log.debug('Cannot listen for notifications yet', { error: String(error) });
      await sleep(delayMs, undefined, { signal }).catch(() => undefined);
    }
  }
  throw new ServiceError('SERVICE_UNAVAILABLE', { message: 'The service is shutting down' });
}

async function openClient(options: SteadyConnectionOptions): Promise<Client> {
  const { connection, heartbeatMs, log, greeting, onNotification } = options;
  const answerMs = heartbeatMs / 3;
  const client = new Client({ ...connection, connectionTimeoutMillis: answerMs, query_timeout: answerMs });
  client.on('error', (error) => log.debug('Notification connection lost', { error: error.message }));
  client.on('notification', ({ channel, payload = '' }) => onNotification(channel, payload));
  try {
    await client.connect();
    await client.query(greeting());
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}
