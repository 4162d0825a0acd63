import type { PictureView } from './picture-view.ts';
import { isOnPicture, type Send } from './pointer-input.ts';

const LONG_PRESS_MS = 550;
/** A finger that moves less stays where it is. */
const STILL_REACH = 10;

interface Pinch {
  distance: number;
  clientX: number;
  clientY: number;
}

interface FingerState {
  finger: Touch | undefined;
  pinch: Pinch | undefined;
  /** The timer of a long press. */
  press: number;
}

/**
 * Fingers on the picture: one is a finger on the page, which taps and scrolls there; held still it is the right button of
 * the mouse; two enlarge the picture and move it. `onTap` is called while the browser knows that its user acts.
 */
export function followFingers(view: PictureView, send: Send, onTap: () => void): void {
  const { stage } = view;
  const state: FingerState = { finger: undefined, pinch: undefined, press: 0 };

  function tell(event: 'start' | 'move' | 'end' | 'cancel', touch?: Touch): void {
    const points = touch ? [{ id: 0, ...view.pagePoint(touch) }] : [];
    send({ type: 'touch', event, points, modifiers: 0 });
  }

  function letGo(): void {
    clearTimeout(state.press);
    state.finger = undefined;
  }

  function pressRight(finger: Touch): void {
    tell('cancel');
    letGo();
    clickRight(view, send, finger);
  }

  function start(event: TouchEvent): void {
    if (!isOnPicture(stage, event)) return;
    event.preventDefault();
    const [first, second] = event.touches;
    if (first && second) {
      if (state.finger) tell('cancel');
      letGo();
      state.pinch = pinchOf(first, second);
    } else if (first) {
      state.finger = first;
      tell('start', first);
      state.press = setTimeout(() => pressRight(first), LONG_PRESS_MS);
    }
  }

  function move(event: TouchEvent): void {
    const [first, second] = event.touches;
    if (!first || (!state.pinch && !state.finger)) return;
    event.preventDefault();
    if (state.pinch && second) state.pinch = followPinch(view, state.pinch, pinchOf(first, second));
    else if (state.finger) {
      if (distanceOf(first, state.finger) > STILL_REACH) clearTimeout(state.press);
      tell('move', first);
    }
  }

  function end(event: TouchEvent): void {
    if (event.touches.length < 2) state.pinch = undefined;
    if (!state.finger) return;
    event.preventDefault();
    letGo();
    if (event.type === 'touchend') onTap();
    tell(event.type === 'touchend' ? 'end' : 'cancel');
  }

  stage.addEventListener('touchstart', start, { passive: false });
  stage.addEventListener('touchmove', move, { passive: false });
  stage.addEventListener('touchend', end, { passive: false });
  stage.addEventListener('touchcancel', end, { passive: false });
}

function clickRight(view: PictureView, send: Send, finger: Touch): void {
  const press = { type: 'mouse', ...view.pagePoint(finger), button: 'right', clicks: 1, modifiers: 0 };
  send({ ...press, event: 'down', buttons: 2 });
  send({ ...press, event: 'up', buttons: 0 });
}

function followPinch(view: PictureView, before: Pinch, now: Pinch): Pinch {
  const moved = { x: now.clientX - before.clientX, y: now.clientY - before.clientY };
  view.zoomBy(now.distance / before.distance, before, moved);
  return now;
}

function pinchOf(first: Touch, second: Touch): Pinch {
  return {
    distance: Math.max(1, distanceOf(first, second)),
    clientX: (first.clientX + second.clientX) / 2,
    clientY: (first.clientY + second.clientY) / 2,
  };
}

function distanceOf(first: Touch, second: Touch): number {
  return Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
}
