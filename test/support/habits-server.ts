import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { FAILING_HABITS } from './habits/failing.ts';
import { FINE_HABITS } from './habits/fine.ts';
import type { HabitReply, ServerHabit } from './habits/habit.ts';
import { IGNORING_HABITS } from './habits/ignoring.ts';
import { REFUSING_HABITS } from './habits/refusing.ts';
import { THINKING_HABITS } from './habits/thinking.ts';

/** A request as it came. */
export interface RecordedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: any;
  /** Fulfils when the connection of an unfinished answer is closed from the other side. */
  gone: Promise<void>;
}

/** An endpoint of a language model with every habit that such endpoints have. */
export interface HabitsServer extends AsyncDisposable {
  origin: string;
  /** The address to configure for a habit. */
  baseUrl: (habit: ServerHabit) => URL;
  /** The requests that a habit has had. */
  requestsOf: (habit: ServerHabit) => RecordedRequest[];
}

export const SERVER_HABITS: readonly ServerHabit[] = [
  ...FINE_HABITS,
  ...REFUSING_HABITS,
  ...IGNORING_HABITS,
  ...THINKING_HABITS,
  ...FAILING_HABITS,
];

/** The first segment of a path names the habit. */
export async function openHabitsServer(): Promise<HabitsServer> {
  const records = new Map<ServerHabit, RecordedRequest[]>();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const habit = SERVER_HABITS[Number(path.split('/')[1]?.replace('habit', ''))];
    if (habit === undefined) return void response.writeHead(404).end();
    const gone = Promise.withResolvers<void>();
    response.once('close', () => gone.resolve());
    const body: unknown = JSON.parse((await text(request)) || '{}');
    const all = records.get(habit) ?? [];
    records.set(habit, [...all, { path, headers: request.headers, body, gone: gone.promise }]);
    const count = all.length + 1;
    write(await habit.reply({ count, body: body as any }), response);
  }

  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    baseUrl: (habit) => new URL(`${origin}/habit${SERVER_HABITS.indexOf(habit)}/v1`),
    requestsOf: (habit) => records.get(habit) ?? [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function write(
  { status = 200, headers, json, text: body, write: writeItself }: HabitReply,
  response: ServerResponse,
): void {
  if (writeItself !== undefined) return writeItself(response);
  const isJson = json !== undefined;
  response.writeHead(status, { ...(isJson && { 'content-type': 'application/json' }), ...headers });
  response.end(isJson ? JSON.stringify(json) : body);
}
