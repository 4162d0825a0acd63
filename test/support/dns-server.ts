import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIPv6, type AddressInfo, type Socket } from 'node:net';

/** What a name server says of a name; an absent field is an empty answer. */
export interface DnsReply {
  /** IPv4 and IPv6; each question gets those of its family. */
  addresses?: readonly string[];
  /** What the name is another name for; that one's addresses come along. */
  alias?: string;
  code?: keyof typeof CODES;
  /** Over UDP only the beginning fits. */
  isTruncated?: boolean;
  /** Held back until it resolves. */
  after?: Promise<unknown>;
}

export interface DnsQuery {
  name: string;
  type: 'A' | 'AAAA' | 'other';
  protocol: 'udp' | 'tcp';
}

/** A name server on loopback. */
export interface DnsServer extends AsyncDisposable {
  /** `127.0.0.1:PORT` */
  readonly address: string;
  readonly queries: DnsQuery[];
}

const CODES = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 };
const TYPES: Readonly<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' };
const HEADER_BYTES = 12;

/** Answers with what `replyTo` says; undefined: never. */
export async function openDnsServer(replyTo: (query: DnsQuery) => DnsReply | undefined): Promise<DnsServer> {
  const queries: DnsQuery[] = [];

  async function answer(message: Buffer, protocol: DnsQuery['protocol']): Promise<Buffer | undefined> {
    const { name, typeCode, end } = readQuestion(message);
    const query: DnsQuery = { name, type: TYPES[typeCode] ?? 'other', protocol };
    queries.push(query);
    const reply = replyTo(query);
    await reply?.after;
    return reply && writeReply(message.subarray(0, end), query, reply);
  }

  const tcp = createServer((socket) => serveTcp(socket, (message) => answer(message, 'tcp')));
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4');
  const state = { isClosed: false };
  udp.on('message', (message, { port: to, address }) => {
    void answer(message, 'udp').then((reply) => {
      if (reply && !state.isClosed) udp.send(reply, to, address);
    });
  });
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');

  return {
    address: `127.0.0.1:${port}`,
    queries,
    async [Symbol.asyncDispose]() {
      state.isClosed = true;
      udp.close();
      tcp.close();
      await Promise.all([once(udp, 'close'), once(tcp, 'close')]);
    },
  };
}

function serveTcp(socket: Socket, answer: (message: Buffer) => Promise<Buffer | undefined>): void {
  socket.on('error', () => socket.destroy());
  socket.on('data', (data) => {
    // Of test names each message comes in one piece, after its length.
    void answer(data.subarray(2)).then((reply) => {
      if (!reply) return;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(reply.length);
      socket.end(Buffer.concat([length, reply]));
    });
  });
}

/** RFC 1035 section 4.1.2. */
function readQuestion(message: Buffer): { name: string; typeCode: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), typeCode: message.readUInt16BE(at + 1), end: at + 5 };
}

function writeReply(question: Buffer, { type, protocol }: DnsQuery, reply: DnsReply): Buffer {
  const { alias, code = 'NOERROR', addresses = [] } = reply;
  const isCut = reply.isTruncated === true && protocol === 'udp';
  const own = addresses.filter((address) => type === (isIPv6(address) ? 'AAAA' : 'A'));
  const head = Buffer.from(question);
  // An answer of one who asks others, with the question as it came.
  head.writeUInt16BE(0x8180 | (isCut ? 0x0200 : 0) | CODES[code], 2);
  const records: Buffer[] = [];
  const target = alias === undefined ? Buffer.from([0xc0, HEADER_BYTES]) : nameBytes(alias);
  if (alias !== undefined) records.push(record(Buffer.from([0xc0, HEADER_BYTES]), 5, target));
  if (!isCut)
    for (const address of own) records.push(record(target, isIPv6(address) ? 28 : 1, bytesOf(address)));
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...records]);
}

function record(name: Buffer, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(60, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([name, fixed, data]);
}

function nameBytes(name: string): Buffer {
  return Buffer.concat([
    ...name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, 'latin1')),
    Buffer.of(0),
  ]);
}

/** IPv6 addresses are written out in full or with one `::`. */
function bytesOf(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number));
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
  const bytes = Buffer.alloc(16);
  for (const [index, group] of groups.entries()) bytes.writeUInt16BE(Number.parseInt(group, 16), index * 2);
  return bytes;
}
