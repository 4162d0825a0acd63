import type { CallOptions } from '../cdp/pending-calls.ts';
import type { DriveMessageOf } from './viewer-message.ts';
import type { ViewedTab } from './viewed-tab.ts';

const CONTROL = 2;
const SHIFT = 8;
/** Commands of editors by modifiers and code, for browsers that do not know them from the keys. */
const COMMANDS: Readonly<Record<string, string>> = {
  [`${CONTROL}KeyA`]: 'selectAll',
  [`${CONTROL}KeyC`]: 'copy',
  [`${CONTROL}KeyX`]: 'cut',
  [`${CONTROL}KeyZ`]: 'undo',
  [`${CONTROL}KeyY`]: 'redo',
  [`${CONTROL | SHIFT}KeyZ`]: 'redo',
};

type Input = DriveMessageOf<'mouse' | 'wheel' | 'touch' | 'key' | 'text' | 'compose'>;

const MOUSE_EVENTS = { move: 'mouseMoved', down: 'mousePressed', up: 'mouseReleased' } as const;
const TOUCH_EVENTS = {
  start: 'touchStart',
  move: 'touchMove',
  end: 'touchEnd',
  cancel: 'touchCancel',
} as const;

/** Passes input on to a tab as that of a visitor. Resolves when the page has had it. */
export function sendInput({ session }: ViewedTab, input: Input, call: CallOptions): Promise<unknown> {
  switch (input.type) {
    case 'mouse': {
      const { x, y, button, buttons, clicks: clickCount, modifiers } = input;
      const type = MOUSE_EVENTS[input.event];
      const event = { type, x, y, button, buttons, clickCount, modifiers };
      return session.send('Input.dispatchMouseEvent', event, call);
    }
    case 'wheel': {
      const { x, y, deltaX, deltaY, modifiers } = input;
      const event = { type: 'mouseWheel', x, y, deltaX, deltaY, modifiers } as const;
      return session.send('Input.dispatchMouseEvent', event, call);
    }
    case 'touch': {
      const touchPoints = input.points.map(({ id, x, y }) => ({
        id,
        x,
        y,
        radiusX: 8,
        radiusY: 8,
        force: 1,
      }));
      const event = { type: TOUCH_EVENTS[input.event], touchPoints, modifiers: input.modifiers };
      return session.send('Input.dispatchTouchEvent', event, call);
    }
    case 'key':
      return session.send('Input.dispatchKeyEvent', keyEvent(input), call);
    case 'text':
      return session.send('Input.insertText', { text: input.text }, call);
    case 'compose': {
      const { text, start: selectionStart, end: selectionEnd } = input;
      return session.send('Input.imeSetComposition', { text, selectionStart, selectionEnd }, call);
    }
  }
}

function keyEvent({ event, key, code, keyCode, location, isRepeat, modifiers }: DriveMessageOf<'key'>) {
  const isDown = event === 'down';
  const text = isDown ? typedText(key, modifiers) : '';
  const command = isDown ? COMMANDS[`${modifiers}${code}`] : undefined;
  return {
    type: isDown ? (text === '' ? 'rawKeyDown' : 'keyDown') : 'keyUp',
    modifiers,
    key,
    code,
    windowsVirtualKeyCode: keyCode,
    location,
    autoRepeat: isRepeat,
    ...(text !== '' && { text, unmodifiedText: text }),
    ...(command !== undefined && { commands: [command] }),
  } as const;
}

/** A key types nothing while Control, Alt or Meta is held. */
function typedText(key: string, modifiers: number): string {
  if ((modifiers & ~SHIFT) !== 0) return '';
  if (key === 'Enter') return '\r';
  return Array.from(key).length === 1 ? key : '';
}
