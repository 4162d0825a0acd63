import { z } from 'zod';

const count = z.int().min(0);
const bytes = z.number().min(0);

/** The finding of an examination on one part. */
export const systemFinding = z
  .object({
    part: z.string(),
    state: z.enum(['ok', 'missing', 'WARNING', 'problem']).meta({
      description:
        '`missing`: it is not there, and the rest works. `WARNING`: it works, and holds less than it could.',
    }),
    note: z.string().meta({ description: 'The finding in words, and the variable that would change it.' }),
  })
  .meta({ id: 'SystemFinding' });

/** A process as it told of itself last. */
const systemProcess = z
  .object({
    id: z.guid(),
    role: z.enum(['all', 'api', 'worker']),
    version: z.string(),
    host: z.string(),
    pid: count,
    isThisOne: z.boolean().meta({ description: 'Whether it answers this request.' }),
    isAlive: z.boolean().meta({ description: 'Whether it was heard of within 30 seconds.' }),
    started_at: z.iso.datetime(),
    seen_at: z.iso.datetime(),
    mainThreadBusy: z
      .number()
      .meta({ description: 'Share of its time that the main thread worked, 0 to 1.' }),
    residentBytes: bytes,
    browsers: z.object({
      running: count,
      pages: count,
      maxPages: count,
      waiting: count,
      residentBytes: bytes,
      killedProcesses: count,
    }),
    readers: z.object({ running: count, reading: count, max: count, waiting: count }),
    pageMemory: z.object({ takenBytes: bytes, waiting: count }),
  })
  .meta({ id: 'SystemProcess' });

export const systemState = z
  .object({
    versions: z.object({
      decant: z.string(),
      node: z.string(),
      postgres: z.string(),
      browser: z.string().nullable().meta({
        description: 'The version of the browser that the last examination started; null before one.',
      }),
    }),
    database: z.object({
      isOwn: z.boolean().meta({ description: 'Whether it runs inside the data folder.' }),
      bytes,
      bytesADay: z
        .number()
        .nullable()
        .meta({ description: 'Growth a day over the last week; null before two measurements.' }),
      tables: z
        .array(z.object({ name: z.string(), bytes }))
        .meta({ description: 'The largest, with indexes.' }),
      connections: count,
    }),
    queue: z.object({
      jobs: count.meta({ description: 'Crawls and batches that run.' }),
      active: count,
      waiting: count,
      oldest_at: z.iso.datetime().nullable().meta({ description: 'When the oldest of these jobs began.' }),
      scrapes: count.meta({ description: 'Slots of teams that are taken.' }),
      webhooks: count.meta({ description: 'Deliveries that are still to be made.' }),
      sessions: count.meta({ description: 'Browser sessions that are open.' }),
    }),
    machine: z.object({
      cores: count,
      memoryBytes: bytes,
      freeMemoryBytes: bytes,
      diskBytes: bytes.meta({ description: 'The size of the disk with the data folder of this process.' }),
      freeDiskBytes: bytes,
    }),
    processes: z.array(systemProcess),
    findings: z.array(systemFinding).meta({
      description: 'Those of the last whole examination; before one, those that are cheap to find.',
    }),
    examined_at: z.iso.datetime().nullable().meta({ description: 'When the last whole examination ended.' }),
  })
  .meta({ id: 'System' });

export const systemStateExample: z.input<typeof systemState> = {
  versions: { decant: '0.1.0', node: 'v24.21.0', postgres: '18.4', browser: null },
  database: {
    isOwn: true,
    bytes: 84_000_000,
    bytesADay: 1_200_000,
    tables: [{ name: 'scrape', bytes: 30_000_000 }],
    connections: 4,
  },
  queue: {
    jobs: 1,
    active: 4,
    waiting: 120,
    oldest_at: '2026-11-23T08:10:00.000Z',
    scrapes: 5,
    webhooks: 0,
    sessions: 0,
  },
  machine: {
    cores: 4,
    memoryBytes: 8_000_000_000,
    freeMemoryBytes: 3_000_000_000,
    diskBytes: 100_000_000_000,
    freeDiskBytes: 60_000_000_000,
  },
  processes: [
    {
      id: '0190aaaa-1111-7222-8333-444455556663',
      role: 'all',
      version: '0.1.0',
      host: 'scraper-1',
      pid: 4242,
      isThisOne: true,
      isAlive: true,
      started_at: '2026-11-23T07:00:00.000Z',
      seen_at: '2026-11-23T08:12:00.000Z',
      mainThreadBusy: 0.2,
      residentBytes: 180_000_000,
      browsers: {
        running: 1,
        pages: 2,
        maxPages: 4,
        waiting: 0,
        residentBytes: 400_000_000,
        killedProcesses: 0,
      },
      readers: { running: 1, reading: 0, max: 4, waiting: 0 },
      pageMemory: { takenBytes: 0, waiting: 0 },
    },
  ],
  findings: [{ part: 'Node', state: 'ok', note: 'v24.21.0 on linux-x64' }],
  examined_at: null,
};
