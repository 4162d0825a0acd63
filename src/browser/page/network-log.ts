import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../cdp/cdp-session.ts';

/** The answer that the page in the main frame came with. */
export interface DocumentResponse {
  requestId: string;
  loaderId: string;
  url: string;
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** As Chromium understands it, without parameters. */
  mimeType: string;
}

/** A request that what the page shows may depend on, or a frame whose document is on its way into the page. */
export interface OpenRequest {
  /** Empty of a frame. */
  url: string;
  /** `performance.now()`. */
  startedAt: number;
  /** The id of the document that asked, or that is asked for; empty where it is not told. */
  loaderId: string;
}

/** Sound or film that the page loads or offers. */
export interface MediaResponse {
  url: string;
  mimeType: string;
}

/** Requests to one address, whatever its query, beyond so many are polling; so are those to more addresses than that. */
const MAX_REPEATS = 4;
const MAX_ADDRESSES = 2_000;
const MAX_MEDIA = 100;
const MAX_REDIRECTS = 50;
/**
 * Only the beginning of a longer address is kept: pages put whole files into addresses, and ask for thousands of them.
 */
const MAX_ADDRESS_CHARACTERS = 2_048;
/** Longer ones are no use to anybody. */
const MAX_MEDIA_CHARACTERS = 8_192;
/**
 * Types of requests that can bring text; streams and sockets with their first message. Pictures, fonts and beacons
 * change nothing that is read.
 */
const COUNTED_TYPES: ReadonlySet<string> = new Set([
  'XHR',
  'Fetch',
  'Script',
  'Stylesheet',
  'Document',
  'EventSource',
]);
/** Types of requests that a page makes by itself, beyond the parts that its HTML names. */
const ASKED_TYPES: ReadonlySet<string> = new Set(['XHR', 'Fetch', 'EventSource']);
const MEDIA_TYPES = /^(?:audio|video)\/|mpegurl|dash\+xml/i;

/** The requests of a page, as its tab and the frames of other sites in it tell. */
export class NetworkLog {
  /** By request id, or by `frame` and its id: counted ones that have begun and not ended. */
  readonly open = new Map<string, OpenRequest>();
  readonly media: MediaResponse[] = [];
  /** The answer that the main frame shows, or tried to show when it shows none yet. */
  document: DocumentResponse | undefined;
  /** Chain of addresses that the main frame was redirected through, in order. */
  readonly redirects: string[] = [];
  /** The main frame has asked for a document that has not come yet. */
  navigation: { requestId: string; url: string } | undefined;
  /** Where the main frame was sent last, whether it got there or not. */
  lastAddress: string | undefined;
  /** Counted requests so far that the page made for data. */
  asked = 0;
  /** Streams, sockets and workers: content may come from them unasked. */
  sources = 0;
  /** Bytes of decoded bodies, over all visits of the tab. */
  receivedBytes = 0;
  /** `performance.now()` when a counted request last began or ended. */
  changedAt = 0;
  /** Called at each change of the above. */
  onChange: (() => void) | undefined;
  /** An answer that the main frame has not gone over to: it may turn out to be a file. */
  #arrived: DocumentResponse | undefined;
  #isShown = false;
  #lastLoaderId = '';
  readonly #repeats = new Map<string, number>();
  readonly #mainFrameId: string;

  constructor(mainFrameId: string) {
    this.#mainFrameId = mainFrameId;
  }

  /** Listens to a session on which `Network.enable` is called afterwards. */
  follow(session: CdpSession): void {
    session.on('Network.requestWillBeSent', (event) => this.#begin(event));
    session.on('Network.responseReceived', (event) => this.#answer(event));
    session.on('Network.dataReceived', ({ dataLength }) => void (this.receivedBytes += dataLength));
    session.on('Network.loadingFinished', ({ requestId }) => this.#end(requestId));
    session.on('Network.loadingFailed', ({ requestId }) => this.#end(requestId));
    session.on('Network.eventSourceMessageReceived', ({ requestId }) => this.#end(requestId));
    session.on('Network.webSocketCreated', ({ requestId, url }) => this.#openSource(requestId, url));
    session.on('Network.webSocketFrameReceived', ({ requestId }) => this.#end(requestId));
    session.on('Network.webSocketClosed', ({ requestId }) => this.#end(requestId));
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === this.#mainFrameId) this.#show(frame.loaderId);
    });
    session.on('Page.frameStartedLoading', ({ frameId }) => this.#beginFrame(frameId));
    session.on('Page.frameStoppedLoading', ({ frameId }) => this.#end(frameKey(frameId)));
    session.on('Page.lifecycleEvent', ({ frameId, name }) => {
      if (name === 'DOMContentLoaded') this.#end(frameKey(frameId));
    });
    session.on('Page.frameDetached', ({ frameId, reason }) => {
      // One that goes over to a process of its own tells of its end there.
      if (reason !== 'swap') this.#end(frameKey(frameId));
    });
  }

  /** Listens to the session of a frame that has a process of its own, on which `Page.enable` is called afterwards. */
  followFrame(session: CdpSession, frameId: string): void {
    this.follow(session);
    session.on('Page.domContentEventFired', () => this.#end(frameKey(frameId)));
  }

  /** A worker, which has no request of its own to tell of. */
  addSource(): void {
    this.sources += 1;
  }

  /** A tab that is used again starts from nothing; what its last document still asks for is not counted. */
  reset(lastLoaderId = ''): void {
    this.#lastLoaderId = lastLoaderId;
    this.open.clear();
    this.#repeats.clear();
    this.media.length = 0;
    this.redirects.length = 0;
    this.document = undefined;
    this.navigation = undefined;
    this.lastAddress = undefined;
    this.asked = 0;
    this.sources = 0;
    this.changedAt = 0;
    this.#arrived = undefined;
    this.#isShown = false;
  }

  #begin(event: Protocol.Network.RequestWillBeSentEvent): void {
    const { requestId, request, type, frameId, loaderId, redirectResponse } = event;
    if (loaderId !== '' && loaderId === this.#lastLoaderId) return;
    const isMain = type === 'Document' && frameId === this.#mainFrameId;
    if (isMain) {
      if (redirectResponse && this.redirects.length < MAX_REDIRECTS)
        this.redirects.push(beginningOf(request.url));
      this.navigation = { requestId, url: request.url };
      this.lastAddress = request.url;
      this.onChange?.();
    }
    if (type === undefined || !COUNTED_TYPES.has(type) || request.url.startsWith('data:')) return;
    if (type === 'EventSource') this.sources += 1;
    if (!this.#isNew(request.url)) return;
    if (ASKED_TYPES.has(type)) this.asked += 1;
    this.open.set(requestId, { url: beginningOf(request.url), startedAt: performance.now(), loaderId });
    this.#note();
  }

  /**
   * A frame's text is there when it is parsed, on a busy machine long after its answer has come; the main frame begins to
   * go elsewhere before anything is asked for.
   */
  #beginFrame(frameId: string): void {
    const key = frameKey(frameId);
    // That the main frame goes from page to page has a limit of its own.
    if (frameId !== this.#mainFrameId && !this.#isNew(key)) return;
    this.open.set(key, { url: '', startedAt: performance.now(), loaderId: '' });
    this.#note();
  }

  #openSource(requestId: string, url: string): void {
    this.sources += 1;
    if (!this.#isNew(url)) return;
    this.open.set(requestId, { url: beginningOf(url), startedAt: performance.now(), loaderId: '' });
    this.#note();
  }

  /** Not one of many to the same address. */
  #isNew(url: string): boolean {
    const address = addressOf(url);
    const repeats = (this.#repeats.get(address) ?? 0) + 1;
    if (repeats === 1 && this.#repeats.size >= MAX_ADDRESSES) return false;
    this.#repeats.set(address, repeats);
    return repeats <= MAX_REPEATS;
  }

  #answer({ requestId, response, type, frameId, loaderId }: Protocol.Network.ResponseReceivedEvent): void {
    const isMedia = MEDIA_TYPES.test(response.mimeType) && response.url.length <= MAX_MEDIA_CHARACTERS;
    if (isMedia && this.media.length < MAX_MEDIA) {
      this.media.push({ url: response.url, mimeType: response.mimeType });
    }
    if (type !== 'Document' || frameId !== this.#mainFrameId) return;
    this.navigation = undefined;
    this.#arrived = {
      requestId,
      loaderId,
      url: response.url,
      status: response.status,
      headers: lowerCased(response.headers),
      mimeType: response.mimeType,
    };
    if (!this.#isShown) this.document = this.#arrived;
    this.onChange?.();
  }

  #show(loaderId: string): void {
    // The requests of the last page went with it; no event ends them any more.
    for (const [requestId, request] of this.open)
      if (request.loaderId !== loaderId) this.open.delete(requestId);
    if (this.#arrived?.loaderId === loaderId) {
      this.document = this.#arrived;
      this.#isShown = true;
    }
    this.onChange?.();
  }

  #end(requestId: string): void {
    if (this.navigation?.requestId === requestId) this.navigation = undefined;
    if (this.open.delete(requestId)) this.#note();
  }

  #note(): void {
    this.changedAt = performance.now();
    this.onChange?.();
  }
}

function frameKey(frameId: string): string {
  return `frame ${frameId}`;
}

function addressOf(url: string): string {
  const start = beginningOf(url);
  const end = start.search(/[?#]/);
  return end < 0 ? start : start.slice(0, end);
}

/** A copy: a part of a text keeps all of it in memory. */
function beginningOf(url: string): string {
  if (url.length <= MAX_ADDRESS_CHARACTERS) return url;
  return Buffer.from(url.slice(0, MAX_ADDRESS_CHARACTERS)).toString();
}

function lowerCased(headers: Protocol.Network.Headers): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
