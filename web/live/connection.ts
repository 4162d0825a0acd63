import type { News } from './news.ts';

export type LinkState = 'waiting' | 'live' | 'ended';

export interface ConnectionEvents {
  onNews: (news: News) => void;
  onPicture: (bytes: ArrayBuffer) => void;
  /** `reason` is a sentence without its full stop. */
  onState: (state: LinkState, reason: string) => void;
}

/** After these close codes asking again is of no use; see `src/browser/live/viewer-peer.ts`. */
const FINAL_FROM = 4_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

/** The WebSocket at the page's own address, opened again when it breaks. */
export class Connection {
  readonly #events: ConnectionEvents;
  #socket: WebSocket | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #timer = 0;

  constructor(events: ConnectionEvents) {
    this.#events = events;
    // A network that is back, or a phone that wakes up.
    addEventListener('online', () => this.#hurry());
    document.addEventListener('visibilitychange', () => this.#hurry());
  }

  open(): void {
    const url = new URL(location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    url.search = '';
    url.hash = '';
    const socket = new WebSocket(url);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') this.#take(JSON.parse(data) as News);
      else this.#events.onPicture(data as ArrayBuffer);
    });
    socket.addEventListener('close', ({ code, reason }) => this.#closed(code, reason));
  }

  /** Lost when there is no connection now. */
  send(message: Readonly<Record<string, unknown>> | ArrayBuffer): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(message instanceof ArrayBuffer ? message : JSON.stringify(message));
  }

  #take(news: News): void {
    if (news.type === 'welcome') {
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#events.onState('live', '');
    }
    this.#events.onNews(news);
  }

  #closed(code: number, reason: string): void {
    this.#socket = undefined;
    if (code >= FINAL_FROM) return this.#events.onState('ended', reason || 'The session has ended');
    this.#events.onState('waiting', reason || 'The connection was lost');
    // Not all viewers of a service that starts again at the same moment.
    const pauseMs = this.#pauseMs * (0.75 + Math.random() / 2);
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 2);
    this.#timer = setTimeout(() => this.#again(), pauseMs);
  }

  #again(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.open();
  }

  #hurry(): void {
    if (this.#timer !== 0 && !document.hidden) this.#again();
  }
}
