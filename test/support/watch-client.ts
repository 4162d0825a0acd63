import { WebSocket } from 'ws';

/** A frame of a watcher, parsed. */
export interface WatchFrame {
  type: string;
  data?: any;
  error?: string;
  /** Of its text. */
  bytes: number;
}

/** A WebSocket client below any SDK, which keeps what it was sent. */
export interface WatchClient {
  readonly socket: WebSocket;
  readonly frames: WatchFrame[];
  /** All documents so far, in the order of their arrival. */
  documents(): any[];
  readonly closed: Promise<{ code: number; reason: string }>;
}

/** Rejects with the answer of a server that does not open a WebSocket. */
export async function openWatchClient(
  url: string,
  {
    key,
    protocols = [],
    headers = {},
  }: { key?: string; protocols?: string[]; headers?: Record<string, string> },
): Promise<WatchClient> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), protocols, {
    headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
    maxPayload: 200_000_000,
  });
  const frames: WatchFrame[] = [];
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) throw new Error('a binary frame');
    frames.push({ ...JSON.parse(data.toString()), bytes: data.length });
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
    socket.once('unexpected-response', (request, response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        reject(new Error(`${response.statusCode} ${Buffer.concat(chunks).toString()}`));
        request.destroy();
      });
    });
  });
  socket.on('error', () => undefined);
  return {
    socket,
    frames,
    closed,
    documents: () =>
      frames.flatMap(({ type, data }) =>
        type === 'document' ? [data] : type === 'catchup' || type === 'done' ? data.data : [],
      ),
  };
}
