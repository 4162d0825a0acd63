import { make } from './elements.ts';

const HEAD_BYTES = 16;
const MAX_ZOOM = 6;
const SETTLE_MS = 150;

export interface PagePoint {
  x: number;
  y: number;
}

interface ShownPicture {
  /** CSS pixels of the page. */
  width: number;
  height: number;
  offsetTop: number;
}

export interface PictureEvents {
  /** A picture has been drawn. */
  onSeen: (number: number) => void;
  /** The place for the picture, in pixels of the screen; 0 while nobody looks. */
  onSize: (size: { width: number; height: number }) => void;
}

/** The picture of the page, fitted into its place; it can be enlarged here without the page knowing. */
export class PictureView {
  readonly stage: HTMLElement;
  readonly #canvas = make('canvas', {
    attributes: { width: '1', height: '1', role: 'img', 'aria-label': 'The page' },
  });
  readonly #events: PictureEvents;
  readonly #drawnAt: number[] = [];
  #shown: ShownPicture = { width: 0, height: 0, offsetTop: 0 };
  #next: ArrayBuffer | undefined;
  #isDrawing = false;
  #zoom = { scale: 1, x: 0, y: 0 };
  #settle = 0;

  constructor(stage: HTMLElement, events: PictureEvents) {
    this.stage = stage;
    this.#events = events;
    stage.prepend(this.#canvas);
    new ResizeObserver(() => this.#resized()).observe(stage);
    document.addEventListener('visibilitychange', () => this.tellSize());
  }

  /** Pictures drawn within the last second. */
  get rate(): number {
    const since = performance.now() - 1_000;
    while ((this.#drawnAt[0] ?? Infinity) < since) this.#drawnAt.shift();
    return this.#drawnAt.length;
  }

  tellSize(): void {
    const { clientWidth, clientHeight } = this.stage;
    const ratio = document.hidden ? 0 : devicePixelRatio;
    const most = 16_384;
    const of = (length: number): number => Math.min(most, Math.round(length * ratio));
    this.#events.onSize({ width: of(clientWidth), height: of(clientHeight) });
  }

  /** Draws a picture, or the one that has come meanwhile: an old one is worth nothing. */
  take(bytes: ArrayBuffer): void {
    this.#next = bytes;
    if (!this.#isDrawing) void this.#draw();
  }

  /** Where a point of the window lies on the page. */
  pagePoint({ clientX, clientY }: { clientX: number; clientY: number }): PagePoint {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const shown = this.#shown;
    const x = ((clientX - left) / (width || 1)) * shown.width;
    const y = ((clientY - top) / (height || 1)) * shown.height - shown.offsetTop;
    return { x: within(x, shown.width), y: within(y, shown.height) };
  }

  /** Enlarges the picture around a point of the window, and moves it. */
  zoomBy(factor: number, at: { clientX: number; clientY: number }, moved: PagePoint = { x: 0, y: 0 }): void {
    const { left, top } = this.stage.getBoundingClientRect();
    const scale = Math.min(MAX_ZOOM, Math.max(1, this.#zoom.scale * factor));
    const ratio = scale / this.#zoom.scale;
    const px = at.clientX - left;
    const py = at.clientY - top;
    this.#zoom = {
      scale,
      x: px - (px - this.#zoom.x) * ratio + moved.x,
      y: py - (py - this.#zoom.y) * ratio + moved.y,
    };
    this.#place();
  }

  resetZoom(): void {
    this.#zoom = { scale: 1, x: 0, y: 0 };
    this.#place();
  }

  async #draw(): Promise<void> {
    this.#isDrawing = true;
    for (let bytes = this.#next; bytes; bytes = this.#next) {
      this.#next = undefined;
      // One that is cut off is followed by the next one.
      await this.#drawOne(bytes).catch(() => undefined);
    }
    this.#isDrawing = false;
  }

  async #drawOne(bytes: ArrayBuffer): Promise<void> {
    const head = new DataView(bytes);
    const jpeg = new Blob([new Uint8Array(bytes, HEAD_BYTES)], { type: 'image/jpeg' });
    const bitmap = await createImageBitmap(jpeg);
    const canvas = this.#canvas;
    if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
    }
    canvas.getContext('2d', { alpha: false })?.drawImage(bitmap, 0, 0);
    bitmap.close();
    const shown = { width: head.getUint16(8), height: head.getUint16(10), offsetTop: head.getUint16(12) };
    const isOther = shown.width !== this.#shown.width || shown.height !== this.#shown.height;
    this.#shown = shown;
    if (isOther) this.#place();
    this.#drawnAt.push(performance.now());
    this.#events.onSeen(head.getUint32(4));
  }

  #resized(): void {
    this.#place();
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.tellSize(), SETTLE_MS);
  }

  /** As large as fits, in the middle; enlarged, no edge comes away from that of its place. */
  #place(): void {
    const { clientWidth, clientHeight } = this.stage;
    const { width, height } = this.#shown;
    if (width === 0 || height === 0) return;
    const fit = Math.min(clientWidth / width, clientHeight / height);
    const zoom = this.#zoom;
    const shownWidth = width * fit * zoom.scale;
    const shownHeight = height * fit * zoom.scale;
    zoom.x = edge(zoom.x, clientWidth, shownWidth);
    zoom.y = edge(zoom.y, clientHeight, shownHeight);
    const { style } = this.#canvas;
    style.width = `${width * fit}px`;
    style.height = `${height * fit}px`;
    style.transform = `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`;
  }
}

function within(value: number, length: number): number {
  return Math.round(Math.min(Math.max(value, 0), Math.max(0, length - 1)));
}

/** The middle of a place that is larger; else no further than to either edge. */
function edge(offset: number, place: number, length: number): number {
  return length <= place ? (place - length) / 2 : Math.min(0, Math.max(place - length, offset));
}
