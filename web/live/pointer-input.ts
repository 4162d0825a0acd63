import type { PagePoint, PictureView } from './picture-view.ts';

export type Send = (message: Readonly<Record<string, unknown>>) => void;

const BUTTONS = ['left', 'middle', 'right', 'back', 'forward'];
const LINE_PIXELS = 16;
const WHEEL_ZOOM = 0.01;

interface Held {
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

/** Bits as the protocol has them: Alt, Control, Meta, Shift. */
export function modifiersOf({ altKey, ctrlKey, metaKey, shiftKey }: Held): number {
  return Number(altKey) + 2 * Number(ctrlKey) + 4 * Number(metaKey) + 8 * Number(shiftKey);
}

type Wheel = PagePoint & { deltaX: number; deltaY: number; modifiers: number };

/** The mouse on the picture becomes that of the page. `onPress` is called while the browser knows that its user acts. */
export function followMouse(view: PictureView, send: Send, onPress: () => void): void {
  const { stage } = view;
  const state = { isDown: false };

  function tell(event: 'move' | 'down' | 'up', mouse: MouseEvent): void {
    const button = event === 'move' ? 'none' : (BUTTONS[mouse.button] ?? 'left');
    const { buttons, detail } = mouse;
    const clicks = event === 'move' ? 0 : Math.min(3, Math.max(1, detail));
    const at = view.pagePoint(mouse);
    send({ type: 'mouse', event, ...at, button, buttons, clicks, modifiers: modifiersOf(mouse) });
  }

  const moves = createGathering<MouseEvent>((event) => tell('move', event));

  stage.addEventListener('mousedown', (event) => {
    if (!isOnPicture(stage, event)) return;
    // Else the focus leaves the field that takes the keys.
    event.preventDefault();
    state.isDown = true;
    onPress();
    moves.flush();
    tell('down', event);
  });
  addEventListener('mouseup', (event) => {
    if (!state.isDown) return;
    state.isDown = event.buttons !== 0;
    moves.flush();
    tell('up', event);
  });
  addEventListener('mousemove', (event) => {
    if (!state.isDown && !isOnPicture(stage, event)) return;
    moves.add(event);
  });
  stage.addEventListener('contextmenu', (event) => event.preventDefault());
}

/** The wheel on the picture scrolls the page; with two fingers on a touch pad it enlarges the picture. */
export function followWheel(view: PictureView, send: Send): void {
  const { stage } = view;
  const turns = createGathering<Wheel>((wheel) => send({ type: 'wheel', ...wheel }));
  stage.addEventListener(
    'wheel',
    (event) => {
      if (!isOnPicture(stage, event)) return;
      event.preventDefault();
      // Browsers tell of two fingers on a touch pad like this.
      if (event.ctrlKey) return view.zoomBy(Math.exp(-event.deltaY * WHEEL_ZOOM), event);
      const unit = event.deltaMode === 0 ? 1 : event.deltaMode === 1 ? LINE_PIXELS : stage.clientHeight;
      turns.add({
        ...view.pagePoint(event),
        deltaX: (turns.last?.deltaX ?? 0) + event.deltaX * unit,
        deltaY: (turns.last?.deltaY ?? 0) + event.deltaY * unit,
        modifiers: modifiersOf(event),
      });
    },
    { passive: false },
  );
}

/** Keeps the last of many things until the next frame: nobody sees more. */
function createGathering<T>(tell: (last: T) => void) {
  const state: { last: T | undefined; frame: number } = { last: undefined, frame: 0 };
  function flush(): void {
    cancelAnimationFrame(state.frame);
    const { last } = state;
    state.frame = 0;
    state.last = undefined;
    if (last !== undefined) tell(last);
  }
  return {
    get last() {
      return state.last;
    },
    add(thing: T): void {
      state.last = thing;
      if (state.frame === 0) state.frame = requestAnimationFrame(flush);
    },
    flush,
  };
}

/** Not on what lies over the picture. */
export function isOnPicture(stage: HTMLElement, { target }: Event): boolean {
  return target === stage || (target instanceof HTMLCanvasElement && stage.contains(target));
}
