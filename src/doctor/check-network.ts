import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { messageOf, type DoctorContext, type DoctorFinding } from './finding.ts';

type Context = Pick<DoctorContext, 'config'>;

const ANSWER_MS = 3_000;
const USUAL_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'socks5:': 1080 };

export async function checkPort({ config }: Context): Promise<DoctorFinding> {
  const { host, port } = config.http;
  const failure = await new Promise<Error | undefined>((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });
  const part = 'Port';
  if (!failure) return { part, state: 'ok', note: `${host}:${port} is free (HOST, PORT)` };
  if (await isDecantAt(host, port))
    return { part, state: 'ok', note: `${host}:${port} is used by Decant, which answers there (HOST, PORT)` };
  const note = `${host}:${port} cannot be used now (${messageOf(failure)}): set PORT or HOST`;
  return { part, state: 'problem', note };
}

/** Whether what listens there lists the calls of Decant. */
async function isDecantAt(host: string, port: number): Promise<boolean> {
  const asked = get({ host, port, path: '/openapi.json', timeout: ANSWER_MS });
  asked.on('timeout', () => asked.destroy());
  try {
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return /"title":"Decant"/.test(await text(answer));
  } catch {
    return false;
  }
}

/** A connection is made to each; which of them does not answer is told by its host, without user and password. */
export async function checkProxies({ config }: Context): Promise<DoctorFinding> {
  const part = 'Proxies';
  const variables = 'DECANT_PROXIES_BASIC, DECANT_PROXIES_ENHANCED';
  const all = [...config.proxies.basic, ...config.proxies.enhanced];
  if (all.length === 0) return { part, state: 'ok', note: `none; pages are fetched directly (${variables})` };
  const answers = await Promise.all(all.map(async ({ url }) => ({ url, isThere: await isAnswering(url) })));
  const silent = answers.filter(({ isThere }) => !isThere).map(({ url }) => url.host);
  return silent.length === 0
    ? { part, state: 'ok', note: `${all.length} answer (${variables})` }
    : { part, state: 'missing', note: `no answer from ${silent.join(', ')} (${variables})` };
}

function isAnswering({ hostname, port, protocol }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host, port: Number(port) || (USUAL_PORTS[protocol] ?? 80), timeout: ANSWER_MS });
    const end = (isThere: boolean) => (): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
  });
}
