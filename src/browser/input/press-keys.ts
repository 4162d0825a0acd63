import type { CdpSession } from '../cdp/cdp-session.ts';
import type { CallOptions } from '../cdp/pending-calls.ts';
import { MODIFIERS, type Key } from './keyboard-layout.ts';
import type { Chord } from './parse-keys.ts';

type Input = Promise<unknown>;

/** Presses keys together and lets go of them in turn. All events are sent at once, in order. */
export async function pressKeys(
  session: CdpSession,
  { modifiers, key }: Chord,
  call: CallOptions,
): Promise<void> {
  const sent: Input[] = [];
  let bits = 0;
  const held = modifiers.flatMap((name) => MODIFIERS.get(name) ?? []);
  for (const modifier of held) {
    bits |= modifier.bit;
    sent.push(session.send(DISPATCH, keyEvent('rawKeyDown', modifier, bits), call));
  }
  if (key) sent.push(...strike(session, key, bits, call));
  for (const modifier of held.toReversed()) {
    bits &= ~modifier.bit;
    sent.push(session.send(DISPATCH, keyEvent('keyUp', modifier, bits), call));
  }
  await Promise.all(sent);
}

/** Presses and releases a key. A key types nothing while Control, Alt or Meta is held. */
export function strike(session: CdpSession, key: Key, held: number, call: CallOptions): Input[] {
  const bits = held | (key.isShifted ? SHIFT : 0);
  const types = key.text !== undefined && (bits & ~SHIFT) === 0;
  const silent = { ...key, text: '' };
  const down = types ? keyEvent('keyDown', key, bits) : keyEvent('rawKeyDown', silent, bits);
  const events = [down, keyEvent('keyUp', silent, bits)];
  return events.map((event) => session.send(DISPATCH, event, call));
}

const DISPATCH = 'Input.dispatchKeyEvent';
const SHIFT = 8;
/** By bits of modifiers and code: what editors on Linux understand, for browsers that do not know it from the keys. */
const COMMANDS: Readonly<Record<string, string>> = {
  '2KeyA': 'selectAll',
  '2KeyZ': 'undo',
  '10KeyZ': 'redo',
};

function keyEvent(
  type: 'keyDown' | 'rawKeyDown' | 'keyUp',
  { key, code, keyCode, text = '', location = 0 }: Key,
  modifiers: number,
) {
  const command = type === 'keyUp' ? undefined : COMMANDS[`${modifiers}${code}`];
  return {
    type,
    modifiers,
    key,
    code,
    windowsVirtualKeyCode: keyCode,
    location,
    ...(text !== '' && { text, unmodifiedText: text }),
    ...(command !== undefined && { commands: [command] }),
  };
}
