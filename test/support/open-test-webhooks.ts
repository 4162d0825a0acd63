import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import assert from 'node:assert/strict';
import { v7 as uuidv7 } from 'uuid';
import { NO_API_KEY } from '../../src/accounts/caller.ts';
import { createTeam } from '../../src/accounts/teams.ts';
import { createWebhookSecrets, type WebhookSecrets } from '../../src/accounts/webhook-secrets.ts';
import type { WebhookBody, WebhookJobKind } from '../../src/contract/requests/webhook-events.ts';
import { webhookConfig, type WebhookConfig } from '../../src/contract/requests/webhook.ts';
import {
  openWebhookDeliveries,
  type DeliveryLimits,
} from '../../src/features/webhooks/open-webhook-deliveries.ts';
import { enqueueDeliveries, type DeliveryEvent } from '../../src/jobs/model/enqueue-deliveries.ts';
import { createSeals, type Seal } from '../../src/jobs/model/seal.ts';
import { systemClock, type Clock } from '../../src/lib/time/clock.ts';
import { compress } from '../../src/lib/bytes/compress.ts';
import { silentLog, type Log } from '../../src/lib/log/log.ts';
import { parseWith } from '../../src/lib/validate.ts';
import type { OutboundOptions } from '../../src/net/outbound.ts';
import { openPoster, type Post } from '../../src/net/post.ts';
import type { Database } from '../../src/store/database.ts';
import { ensurePartitions } from '../../src/store/partitions.ts';
import { eventually } from './eventually.ts';
import { openLoopbackSite, type LoopbackSite } from './loopback-site.ts';
import { openTestOutbound } from './page-request.ts';
import { openTestDatabase } from './test-database.ts';

/** The installation's. */
export const TEST_SECRET = 'secret of the installation';
const seals = createSeals(TEST_SECRET);

export interface Call {
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  body: WebhookBody;
  response: ServerResponse;
}

/** A receiver that answers by `answer`, 200 without one; calls in the order of their arrival. */
export async function openReceiver(
  answer: (call: Call) => void = ({ response }) => response.end(),
  port = 0,
): Promise<LoopbackSite & { calls: Call[] }> {
  const calls: Call[] = [];
  const site = await openLoopbackSite(
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const body = JSON.parse(bytes.toString()) as WebhookBody;
        const call = { headers: request.headers, bytes, body, response };
        calls.push(call);
        answer(call);
      });
    },
    { port },
  );
  return { ...site, calls };
}

export const refuse = ({ response }: Call): void => {
  response.writeHead(500).end();
};

interface TestWebhooks extends AsyncDisposable {
  db: Database;
  teamId: string;
  secrets: WebhookSecrets;
  /** Begins to deliver. */
  start(options?: StartOptions): Promise<AsyncDisposable>;
  addJob(options: JobOptions): Promise<Job>;
  rows(job: Job): Promise<DeliveryRow[]>;
}

interface StartOptions {
  limits?: Partial<DeliveryLimits>;
  outbound?: Partial<OutboundOptions>;
  clock?: Clock;
  log?: Log;
  /** What makes the calls, from that which makes them otherwise. */
  send?: (post: Post) => Post;
}

interface JobOptions {
  webhook: unknown;
  kind?: WebhookJobKind;
  isSealed?: boolean;
}

interface Job {
  id: string;
  seal: Seal;
  enqueue(...events: DeliveryEvent[]): Promise<number>;
  /** A page with its document, and the event that tells of it. */
  page(markdown: string): Promise<DeliveryEvent>;
  end(): Promise<void>;
}

interface DeliveryRow {
  id: string;
  event: string;
  state: number;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  wait_seconds: number;
}

export async function openTestWebhooks(): Promise<TestWebhooks> {
  await using opening = new AsyncDisposableStack();
  const db = opening.use(await openTestDatabase());
  await ensurePartitions(db);
  const { id: teamId } = await createTeam(db, 'team');
  const secrets = createWebhookSecrets(db, TEST_SECRET);
  const open = opening.move();
  return {
    db,
    teamId,
    secrets,
    async start({
      limits = {},
      outbound: net,
      clock = systemClock,
      log = silentLog,
      send = (post: Post): Post => post,
    } = {}) {
      await using starting = new AsyncDisposableStack();
      const outbound = starting.use(openTestOutbound(net));
      const poster = starting.use(openPoster({ connectGuarded: outbound.connectGuarded }));
      const quick = { pollMs: 20, idlePollMs: 20, graceMs: 50, ...limits };
      starting.use(
        await openWebhookDeliveries({
          db,
          send: send(poster.post),
          seals,
          secrets,
          linkTo: (key) => `http://decant.test/blobs/${key}`,
          clock,
          log,
          limits: quick,
        }),
      );
      return starting.move();
    },
    addJob: (options) => addJob(db, teamId, options),
    async rows({ id }) {
      const { rows } = await db.query<DeliveryRow>(
        `select id, event, state, attempts, last_status, last_error,
           extract(epoch from next_at - clock_timestamp())::float8 as wait_seconds
         from delivery where job_id = $1 order by id`,
        [id],
      );
      return rows;
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

export async function addJob(
  db: Database,
  teamId: string,
  { webhook: given, kind = 'crawl', isSealed = false }: JobOptions,
): Promise<Job> {
  const id = uuidv7();
  const webhook: WebhookConfig = parseWith(webhookConfig, given);
  const sealedKey = isSealed ? await seals.createKey() : null;
  const seal = seals.sealOf(sealedKey);
  await db.query(
    `insert into job (id, team_id, api_key_id, kind, request, sealed_key, page_limit, max_concurrency)
     values ($1, $2, $3, $4, $5, $6, 100, 5)`,
    [id, teamId, NO_API_KEY, kind, seal.seal(JSON.stringify({ webhook })), sealedKey],
  );
  return {
    id,
    seal,
    enqueue: (...events) => db.transaction((tx) => enqueueDeliveries(tx, { id, teamId, webhook }, events)),
    async page(markdown) {
      const scrapeId = uuidv7();
      const document = await compress(JSON.stringify(documentOf(markdown)));
      await db.query(
        `insert into scrape (id, team_id, api_key_id, created_at, credits, duration_ms, document, job_id, is_sealed)
         values ($1, $2, $3, now(), 1, 5, $4, $5, $6)`,
        [scrapeId, teamId, NO_API_KEY, seal.sealBytes(document), id, isSealed],
      );
      return { event: 'page', scrapeId };
    },
    async end() {
      await db.query(`update job set status = 'completed', ended_at = clock_timestamp() where id = $1`, [id]);
    },
  };
}

function documentOf(markdown: string) {
  const url = 'https://example.com/';
  return {
    markdown,
    metadata: { sourceURL: url, statusCode: 200, scrapeId: uuidv7(), ogLocaleAlternate: [] },
  };
}

/** Makes whatever waits for its time due. */
export async function makeDue(db: Database): Promise<void> {
  await db.query('update delivery set next_at = clock_timestamp() where state = 0');
}

export const settled = (house: TestWebhooks, job: Job, state: number, attempts?: number): Promise<void> =>
  eventually(async () => {
    for (const row of await house.rows(job)) {
      assert.equal(row.state, state, JSON.stringify(row));
      if (attempts !== undefined) assert.equal(row.attempts, attempts, JSON.stringify(row));
    }
  });
