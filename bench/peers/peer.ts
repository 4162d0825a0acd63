/** One way to turn the bytes of a page into Markdown. */
export interface Peer {
  /** What it is made of. */
  name: string;
  /** What comes out, so that like is compared with like. */
  output: string;
  /** Returns the Markdown. */
  convert(body: Uint8Array, url: string): string;
}
