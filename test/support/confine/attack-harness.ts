import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmod, lstat, mkdtempDisposable, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { CageEnd, CageOrder } from '../../../src/confine/cage/cage.ts';
import { hasCapability } from '../../../src/confine/cage/capabilities.ts';
import { createDeathWatch } from '../../../src/confine/death-watch.ts';
import { findNamespaces } from '../../../src/confine/cage/find-cage.ts';
import { findNodeRuntime } from '../../../src/confine/cage/runtime-files.ts';
import { createCage } from '../../../src/confine/cage/start-caged.ts';
import { findKernelWalls } from '../../../src/confine/kernel/walls.ts';
import { findPython } from './find-python.ts';

/**
 * A service of whatever user this process is, with caged programs that attack it. The argument is an `AttackPlan`, the
 * output an `AttackReport`.
 */
export interface AttackPlan {
  tier: 'full' | 'bare';
  /** A wall that is taken away. */
  without?: 'filter' | 'landlock';
  /** The last act of the program in Python, which should end it. */
  lastAct: 'x32' | 'int80';
}

export interface AttackReport {
  python?: Record<string, string> & { survived?: string };
  pythonEnd?: CageEnd;
  node: Record<string, string>;
  /** What the service saw of attempts. */
  touched: string[];
}

const plan = JSON.parse(process.argv[2]!) as AttackPlan;
const CODE = fileURLToPath(new URL('../../../src/confine/cage/cage.ts', import.meta.url));
const PARTS = path.dirname(fileURLToPath(import.meta.url));
const CAP_SETUID = 7;
const LIMITS = {
  addressSpaceBytes: 8_000_000_000,
  dataBytes: 2_000_000_000,
  fileBytes: 1_000_000,
  openFiles: 128,
  scratchBytes: 16_000_000,
};

process.stdout.write(JSON.stringify(await attack()));
process.exit(0);

async function attack(): Promise<AttackReport> {
  await using resources = new AsyncDisposableStack();
  const { path: folder } = resources.use(await mkdtempDisposable(path.join(tmpdir(), 'decant-attacked-')));
  await chmod(folder, 0o755);
  const place = (name: string): string => path.join(folder, name);
  const files = { readable: place('readable'), private: place('private'), foreign: place('foreign') };
  for (const [name, mode] of [
    [files.readable, 0o644],
    [files.private, 0o600],
    [files.foreign, 0o666],
  ] as const) {
    await writeFile(name, 'of the service');
    await chmod(name, mode);
  }
  await symlink(files.readable, place('link'));
  const touched: string[] = [];
  const abstract = `decant-attacked-${process.pid}`;
  const socket = place('socket');
  const servers = [await listen(0, '127.0.0.1'), await listen(socket), await listen(`\0${abstract}`)];
  await chmod(socket, 0o777);
  async function listen(...to: [number, string] | [string]): Promise<ReturnType<typeof createServer>> {
    const server = createServer((connection) => {
      touched.push(`a connection to ${String(to[0])}`);
      connection.on('error', () => undefined).destroy();
    });
    server.listen(...(to as [number, string]));
    await once(server, 'listening');
    return server;
  }
  const udp = createSocket('udp4').on('message', () => touched.push('a datagram'));
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  const victim = spawn('sleep', ['600'], { env: { SECRET: 'of the service' }, stdio: 'ignore' });
  resources.defer(() => void victim.kill('SIGKILL'));
  const before = await stateOf(folder);
  const given = {
    ...files,
    link: place('link'),
    code: CODE,
    socket,
    abstract,
    victim: victim.pid!,
    port: (servers[0]!.address() as AddressInfo).port,
    udpPort: udp.address().port,
    tier: plan.tier,
    lastAct: plan.without === undefined ? plan.lastAct : '',
    isHeld: plan.without === undefined,
  };
  if (plan.without !== undefined) resources.defer(() => removeWritten(abstract));
  const { python, pythonEnd, node } = await runAll(JSON.stringify(given));
  if ((await stateOf(folder)) !== before) touched.push('files');
  if (victim.exitCode !== null || victim.signalCode !== null) touched.push('a process');
  return { ...(python && { python, pythonEnd: pythonEnd! }), node, touched };
}

/** What programs could write that nothing held. */
async function removeWritten(abstract: string): Promise<void> {
  const names = await readdir(tmpdir());
  const beside = names.filter((name) => name.startsWith(`decant-caged-${process.pid}-`));
  for (const file of [path.join('/dev/shm', abstract), ...beside.map((name) => path.join(tmpdir(), name))])
    await rm(file, { recursive: true, force: true });
}

/** All that a change of the folder or a file in it would change. */
async function stateOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).toSorted();
  const found = await Promise.all(
    names.map(async (name) => {
      const { mode, uid, size, mtimeMs, ctimeMs, nlink } = await lstat(path.join(folder, name));
      return [name, mode, uid, size, mtimeMs, ctimeMs, nlink].join();
    }),
  );
  return found.join('\n');
}

async function runAll(given: string): Promise<Omit<AttackReport, 'touched'>> {
  const { landlock } = await findKernelWalls();
  const namespaces = await findNamespaces();
  const cage = createCage({
    walls: {
      namespaces: plan.tier === 'full' ? namespaces : [],
      landlock: plan.without === 'landlock' ? 0 : landlock,
      isFiltered: plan.without !== 'filter',
    },
    hasOwnUsers:
      (await hasCapability(CAP_SETUID)) && !(plan.tier === 'full' && namespaces.includes('--user')),
    deathWatch: createDeathWatch((error) => {
      throw error;
    }),
  });
  async function run(order: Pick<CageOrder, 'path' | 'args' | 'runtime'>): Promise<[string[], CageEnd]> {
    const caged = await cage.start({ ...order, env: {}, limits: LIMITS });
    caged.link.resume();
    const [out, error, end] = await Promise.all([text(caged.stdout), text(caged.stderr), caged.exited]);
    process.stderr.write(error);
    return [out.trim().split('\n'), end];
  }
  const nodeScript = await readFile(path.join(PARTS, 'attack-cage-node.ts'), 'utf8');
  const [[nodeOutput = '']] = await run({
    path: process.execPath,
    args: [
      '--input-type=module-typescript',
      '--disable-warning=ExperimentalWarning',
      '-e',
      nodeScript,
      given,
    ],
    runtime: await findNodeRuntime(),
  });
  const node = JSON.parse(nodeOutput) as Record<string, string>;
  const found = await findPython();
  if (found === undefined) return { node };
  const script = await readFile(path.join(PARTS, 'attack-cage.py'), 'utf8');
  const [lines, pythonEnd] = await run({
    path: found.path,
    args: ['-I', '-S', '-c', script, given],
    runtime: found.runtime,
  });
  return { node, python: Object.fromEntries(lines.map((line) => line.split('\t'))), pythonEnd };
}
