import type { Picture } from './picture.ts';
import type { ViewerPeer } from './viewer-peer.ts';

/** Pictures that may be on their way to a viewer: one is drawn while the next one travels. */
const MAX_ON_THE_WAY = 3;
/** A viewer that others waited for in vain is not waited for again so soon. */
const SLOW_FOR_MS = 3_000;

/** The pictures that one viewer gets: as many as it draws, and always the last one. */
export class PictureSeat {
  /** The place for the picture, in pixels of the viewer's screen; 0 while nobody looks. */
  readonly size = { width: 0, height: 0 };
  readonly #peer: ViewerPeer;
  /** Sent and not drawn yet: number and time. */
  readonly #onTheWay = new Map<number, number>();
  #slowUntil = 0;
  #sentNumber = 0;
  #sentBytes = 0;

  constructor(peer: ViewerPeer) {
    this.#peer = peer;
  }

  get isLooking(): boolean {
    return this.size.width > 0 && this.size.height > 0;
  }

  /** Whether it can take another picture now. */
  get isReady(): boolean {
    return this.#onTheWay.size < MAX_ON_THE_WAY && this.#peer.queuedBytes <= this.#sentBytes;
  }

  /** Whether the others have waited for it in vain lately. */
  isSlow(now: number): boolean {
    return now < this.#slowUntil;
  }

  noteSlow(now: number): void {
    this.#slowUntil = now + SLOW_FOR_MS;
  }

  /** Sends a picture unless the viewer has it or is not ready; it is offered again when one has been drawn. */
  offer(picture: Picture, now: number): void {
    if (!this.isLooking || !this.isReady || picture.number === this.#sentNumber) return;
    this.#onTheWay.set(picture.number, now);
    this.#sentNumber = picture.number;
    this.#sentBytes = picture.bytes.length;
    this.#peer.sendPicture(picture.bytes);
  }

  /** The viewer has drawn a picture, and has or has given up those before it; gives how long it took. */
  seen(number: number, now: number): number | undefined {
    const sentAt = this.#onTheWay.get(number);
    if (sentAt === undefined) return undefined;
    for (const earlier of this.#onTheWay.keys()) if (earlier <= number) this.#onTheWay.delete(earlier);
    return now - sentAt;
  }
}
