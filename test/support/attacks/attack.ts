/** Where one kind of attack aims, and what the attacker's own site gives it. */
export interface Aim {
  /** The canary's port for this kind. */
  port: number;
  /** `http://127.0.0.1:PORT/`. */
  url: string;
  /** An address on the attacker's site that answers with this. */
  give(body: string, options?: { type?: string; status?: number; headers?: Record<string, string> }): string;
  /** An address on the attacker's site that redirects to another. */
  redirect(to: string, status?: number): string;
}

export interface Attack {
  /** HTML, or the address of a page on the attacker's site. */
  page(aim: Aim): string | { url: string };
  /** Only works where a page is all that a tab shows; all others also work in a frame. */
  isAlone?: boolean;
}

/** By name. */
export type Attacks = Readonly<Record<string, Attack>>;

/** Runs in the page; failures are what we want. */
export const script = (text: string): string => `<script>${text}</script>`;
export const frame = (src: string): string =>
  `<iframe src="${src.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`;
export const quote = (text: string): string => JSON.stringify(text);
export const fetchFrom = (url: string): string =>
  script(`fetch(${quote(url)}, { mode: 'no-cors' }).catch(() => {})`);

export const html = (page: (url: string, aim: Aim) => string): Attack => ({
  page: (aim) => page(aim.url, aim),
});
export const alone = (page: (url: string, aim: Aim) => string | { url: string }): Attack => ({
  page: (aim) => page(aim.url, aim),
  isAlone: true,
});
/** A request to another spelling of the canary's address. */
export const spelt = (host: string): Attack => html((_url, { port }) => fetchFrom(`http://${host}:${port}/`));

/** What WebRTC is told to talk to. */
export const iceServer = (of: (port: number) => string): Attack =>
  html((_url, { port }) =>
    script(`(async () => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: ${quote(of(port))}, username: 'u', credential: 'p' }] });
      peer.createDataChannel('d');
      await peer.setLocalDescription(await peer.createOffer());
    })()`),
  );

export const inWorker = (
  body: (url: string) => string,
  make = (url: string) => `new Worker(${url})`,
): Attack => html((url, { give }) => script(make(quote(give(body(url), { type: 'text/javascript' })))));
