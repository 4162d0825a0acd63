import { statfs } from 'node:fs/promises';
import type { Caller } from '../../accounts/caller.ts';
import { requireOperator } from '../../accounts/require-operator.ts';
import type { EndpointReply } from '../../contract/endpoint.ts';
import type { systemExamine } from '../../contract/endpoints/system-examine.ts';
import type { systemRead } from '../../contract/endpoints/system-read.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { readMachineSize } from '../../lib/machine-size.ts';
import type { Database } from '../../store/database.ts';
import { readDatabaseSize } from './database-size.ts';
import { keepForAll } from './keep-for-all.ts';
import { listProcesses, type ProcessInfo } from './processes.ts';

type SystemState = EndpointReply<typeof systemRead>['data'];
type Finding = SystemState['findings'][number] & { version?: string };

export interface SystemParts {
  db: Pick<Database, 'query' | 'kind'>;
  /** The id of this process. */
  processId: string;
  /** The version of Decant. */
  version: string;
  dataDir: string;
  /** Looks at the machine and the settings; quick: nothing large is started, and nobody is asked. */
  examine: (examination: 'quick' | 'thorough') => Promise<Finding[]>;
  clock: Clock;
}

/** However many people look: it is measured so seldom. */
const STATE_KEPT_MS = 2_000;
/** Sizes cost the database more than a look. */
const SIZE_KEPT_MS = 15_000;
const QUICK_KEPT_MS = 60_000;
const THOROUGH_KEPT_MS = 60_000;

const QUEUE = `select count(*)::integer as jobs, coalesce(sum(in_flight), 0)::bigint as active,
    coalesce(sum(greatest(0, least(queued, page_limit - attempted))), 0)::bigint as waiting, min(created_at) as oldest,
    (select coalesce(sum(active), 0)::bigint from slot_group) as scrapes,
    (select count(*)::integer from delivery where state = 0) + (select count(*)::integer from delivery where state = 1) as webhooks,
    (select count(*)::integer from browser_session where status = 'active' and leased_until > clock_timestamp()) as sessions,
    (select count(*)::integer from pg_stat_activity where datname = current_database()) as connections,
    current_setting('server_version') as postgres
  from job where status = 'scraping'`;

interface QueueRow {
  jobs: number;
  active: number;
  waiting: number;
  oldest: Date | null;
  scrapes: number;
  webhooks: number;
  sessions: number;
  connections: number;
  postgres: string;
}

/** The state of the service, for the operator. */
export function createSystem(parts: SystemParts) {
  const { db, clock, examine } = parts;
  const examined: { findings?: Finding[]; at?: number } = {};
  const readSize = keepForAll(SIZE_KEPT_MS, () => readDatabaseSize(db));
  const examineQuickly = keepForAll(QUICK_KEPT_MS, () => examine('quick'));
  const examineAll = keepForAll(THOROUGH_KEPT_MS, async () => {
    const findings = await examine('thorough');
    Object.assign(examined, { findings, at: clock.now() });
    return findings;
  });
  const readState = keepForAll(STATE_KEPT_MS, async (): Promise<SystemState> => {
    const [{ rows }, size, processes, machine, quick] = await Promise.all([
      db.query<QueueRow>(QUEUE),
      readSize(),
      listProcesses(db),
      readMachine(parts.dataDir),
      examined.findings ?? examineQuickly(),
    ]);
    const { connections, postgres, oldest, ...queue } = rows[0]!;
    return {
      versions: {
        decant: parts.version,
        node: process.version,
        // Distributions add their own words.
        postgres: postgres.split(' ', 1)[0]!,
        browser: examined.findings?.find(({ version }) => version !== undefined)?.version ?? null,
      },
      database: { isOwn: db.kind === 'embedded', ...size, connections },
      queue: { ...queue, oldest_at: oldest?.toISOString() ?? null },
      machine,
      processes: processes.map((info) => shownProcess(info, parts.processId)),
      findings: quick.map(shownFinding),
      examined_at: examined.at === undefined ? null : new Date(examined.at).toISOString(),
    };
  });
  return {
    /** FORBIDDEN for all but the operator. */
    async read(caller: Caller): Promise<EndpointReply<typeof systemRead>> {
      requireOperator(caller);
      return { success: true, data: await readState() };
    },

    /** FORBIDDEN for all but the operator. */
    async examine(caller: Caller): Promise<EndpointReply<typeof systemExamine>> {
      requireOperator(caller);
      const findings = await examineAll();
      return {
        success: true,
        data: findings.map(shownFinding),
        examined_at: new Date(examined.at ?? clock.now()).toISOString(),
      };
    },
  };
}

function shownFinding({ part, state, note }: Finding): SystemState['findings'][number] {
  return { part, state, note };
}

function shownProcess(
  { startedAt, seenAt, ...info }: ProcessInfo,
  ownId: string,
): SystemState['processes'][number] {
  return {
    ...info,
    isThisOne: info.id === ownId,
    started_at: startedAt.toISOString(),
    seen_at: seenAt.toISOString(),
  };
}

async function readMachine(dataDir: string): Promise<SystemState['machine']> {
  const { blocks, bavail, bsize } = await statfs(dataDir);
  return {
    ...readMachineSize(),
    freeMemoryBytes: process.availableMemory(),
    diskBytes: blocks * bsize,
    freeDiskBytes: bavail * bsize,
  };
}
