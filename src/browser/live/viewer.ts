import { PictureSeat } from './picture-seat.ts';
import type { Prompts } from './prompts.ts';
import { TabInput, type InputMessage } from './tab-input.ts';
import type { ViewNews } from './view-news.ts';
import type { ViewedTab } from './viewed-tab.ts';
import {
  readViewerMessage,
  type DriveMessage,
  type DriveMessageOf,
  type WatchMessage,
} from './viewer-message.ts';
import { VIEW_BROKEN, VIEW_REFUSED, VIEW_TOO_MUCH, type ViewerPeer } from './viewer-peer.ts';

/** Messages a second that are taken for long, and at once: a mouse tells of its place 125 times. */
const MESSAGES_A_SECOND = 400;
const MESSAGES_AT_ONCE = 1_200;
/** All files of one answer. */
const MAX_UPLOAD_BYTES = 16 * 2 ** 20;

export interface ViewerParts {
  isInteractive: boolean;
  tab: () => ViewedTab | undefined;
  prompts: Prompts;
  onSize: (viewer: Viewer) => void;
  onSeen: (viewer: Viewer, picture: number) => void;
  onSteer: (viewer: Viewer, message: DriveMessageOf<'go' | 'address' | 'tab'>) => void;
}

interface Upload {
  message: DriveMessageOf<'files'>;
  contents: Uint8Array[];
  bytes: number;
}

/** Somebody who looks at a session, and drives it where the link allows that. */
export class Viewer {
  readonly isInteractive: boolean;
  readonly seat: PictureSeat;
  readonly #peer: ViewerPeer;
  readonly #parts: ViewerParts;
  readonly #input: TabInput;
  #upload: Upload | undefined;
  #allowance = MESSAGES_AT_ONCE;
  #allowedAt = performance.now();
  #hasEnded = false;

  constructor(peer: ViewerPeer, parts: ViewerParts) {
    this.#peer = peer;
    this.#parts = parts;
    this.isInteractive = parts.isInteractive;
    this.seat = new PictureSeat(peer);
    this.#input = new TabInput({ tab: parts.tab, prompts: parts.prompts, viewer: this });
  }

  tell(news: ViewNews): void {
    if (!this.#hasEnded) this.#peer.sendText(JSON.stringify(news));
  }

  /** Nothing is sent after this. */
  close(code: number, reason: string): void {
    if (this.#hasEnded) return;
    this.leave();
    this.#peer.close(code, reason);
  }

  /** The viewer has gone. */
  leave(): void {
    this.#hasEnded = true;
    this.#input.release();
    this.#parts.prompts.forget(this);
  }

  take(data: string | Uint8Array): void {
    if (this.#hasEnded) return;
    if (!this.#isAllowed()) return this.close(VIEW_TOO_MUCH, 'Too many messages');
    if (typeof data !== 'string') return this.#takeFile(data);
    const read = readViewerMessage(data);
    if (!read) return this.close(VIEW_BROKEN, 'A message was not understood');
    if (!read.isDriving) return this.#watch(read.message);
    if (!this.isInteractive) return this.#refuse();
    this.#drive(read.message);
  }

  #watch(message: WatchMessage): void {
    if (message.type === 'seen') return this.#parts.onSeen(this, message.picture);
    this.seat.size.width = message.width;
    this.seat.size.height = message.height;
    this.#parts.onSize(this);
  }

  #drive(message: DriveMessage): void {
    switch (message.type) {
      case 'go':
      case 'address':
      case 'tab':
        return this.#parts.onSteer(this, message);
      case 'choose':
      case 'field':
      case 'dialog':
        return this.#parts.prompts.answer(this, { ...message, contents: [] });
      case 'files':
        this.#upload = { message, contents: [], bytes: 0 };
        return this.#endUpload(this.#upload);
      default:
        return this.#input.take(message satisfies InputMessage);
    }
  }

  #takeFile(data: Uint8Array): void {
    if (!this.isInteractive) return this.#refuse();
    const upload = this.#upload;
    if (!upload) return this.close(VIEW_BROKEN, 'A file came that was not announced');
    upload.contents.push(data);
    upload.bytes += data.length;
    if (upload.bytes > MAX_UPLOAD_BYTES) return this.close(VIEW_TOO_MUCH, 'The files are too large');
    this.#endUpload(upload);
  }

  #endUpload({ message, contents }: Upload): void {
    if (contents.length < message.files.length) return;
    this.#upload = undefined;
    this.#parts.prompts.answer(this, { ...message, contents });
  }

  #refuse(): void {
    this.close(VIEW_REFUSED, 'This link is for watching only');
  }

  #isAllowed(): boolean {
    const now = performance.now();
    const gained = ((now - this.#allowedAt) * MESSAGES_A_SECOND) / 1_000;
    this.#allowance = Math.min(MESSAGES_AT_ONCE, this.#allowance + gained) - 1;
    this.#allowedAt = now;
    return this.#allowance >= 0;
  }
}
