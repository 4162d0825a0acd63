/** Reads one member of a message; undefined when it is none of that kind. */
type Reader<T> = (value: unknown) => T | undefined;
type Shape = Readonly<Record<string, Reader<unknown>>>;
type Read<R> = R extends Reader<infer T> ? T : never;

/** A message may hold the text of a long paste. */
const MAX_TEXT = 200_000;
const MAX_POINTS = 5;
const MAX_CHOICES = 10_000;

const finite: Reader<number> = (value) =>
  typeof value === 'number' && Math.abs(value) <= 100_000 ? value : undefined;
const whole = (from: number, to: number): Reader<number> => {
  return (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to ? value : undefined;
};
const text = (longest: number): Reader<string> => {
  return (value) => (typeof value === 'string' && value.length <= longest ? value : undefined);
};
const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);
function oneOf<const T extends string>(...values: readonly T[]): Reader<T> {
  return (value) => values.find((one) => one === value);
}
function listOf<T>(read: Reader<T>, most: number): Reader<T[]> {
  return (value) => {
    if (!Array.isArray(value) || value.length > most) return undefined;
    const items = value.map(read);
    return items.every((item) => item !== undefined) ? items : undefined;
  };
}
function shapeOf<S extends Shape>(shape: S): Reader<{ [K in keyof S]: Read<S[K]> }> {
  return (value) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const members = Object.entries(shape).map(([name, read]) => [
      name,
      read((value as Record<string, unknown>)[name]),
    ]);
    if (members.some(([, member]) => member === undefined)) return undefined;
    return Object.fromEntries(members) as { [K in keyof S]: Read<S[K]> };
  };
}

const modifiers = whole(0, 15);

/** Messages that any viewer may send. */
const WATCHING = {
  /** The place for the picture, in pixels of the viewer's screen; nothing is sent to one that is hidden. */
  size: shapeOf({ width: whole(0, 16_384), height: whole(0, 16_384) }),
  /** The number of the picture that has been drawn. */
  seen: shapeOf({ picture: whole(0, 2 ** 32 - 1) }),
};

/** Messages of those who drive. Coordinates are CSS pixels of the page's viewport. */
const DRIVING = {
  mouse: shapeOf({
    event: oneOf('move', 'down', 'up'),
    x: finite,
    y: finite,
    button: oneOf('none', 'left', 'middle', 'right', 'back', 'forward'),
    buttons: whole(0, 31),
    clicks: whole(0, 3),
    modifiers,
  }),
  wheel: shapeOf({ x: finite, y: finite, deltaX: finite, deltaY: finite, modifiers }),
  touch: shapeOf({
    event: oneOf('start', 'move', 'end', 'cancel'),
    points: listOf(shapeOf({ id: whole(0, 1_000), x: finite, y: finite }), MAX_POINTS),
    modifiers,
  }),
  key: shapeOf({
    event: oneOf('down', 'up'),
    key: text(32),
    code: text(32),
    keyCode: whole(0, 255),
    location: whole(0, 3),
    isRepeat: flag,
    modifiers,
  }),
  text: shapeOf({ text: text(MAX_TEXT) }),
  compose: shapeOf({ text: text(2_000), start: whole(0, 2_000), end: whole(0, 2_000) }),
  /** Asks for the text that is marked. */
  copy: shapeOf({}),
  go: shapeOf({ to: oneOf('back', 'forward', 'reload', 'stop') }),
  address: shapeOf({ url: text(8_192) }),
  tab: shapeOf({ id: text(64), isClosing: flag }),
  choose: shapeOf({ id: whole(0, 2 ** 31), options: listOf(whole(0, 100_000), MAX_CHOICES) }),
  field: shapeOf({ id: whole(0, 2 ** 31), value: text(64) }),
  dialog: shapeOf({ id: whole(0, 2 ** 31), isAccepted: flag, text: text(MAX_TEXT) }),
  /** So many files follow as bytes, one message each; none: nothing was chosen. */
  files: shapeOf({
    id: whole(0, 2 ** 31),
    files: listOf(shapeOf({ name: text(255), type: text(100) }), 20),
  }),
};

type Messages<Kinds extends Readonly<Record<string, Reader<object>>>> = {
  [Type in keyof Kinds & string]: { type: Type } & Read<Kinds[Type]>;
}[keyof Kinds & string];

export type WatchMessage = Messages<typeof WATCHING>;
export type DriveMessage = Messages<typeof DRIVING>;
export type DriveMessageOf<Type extends DriveMessage['type']> = Extract<DriveMessage, { type: Type }>;

/** A message that was understood, and whether only those who drive may send it; undefined for anything else. */
export type ReadViewerMessage =
  | { isDriving: false; message: WatchMessage }
  | { isDriving: true; message: DriveMessage };

export function readViewerMessage(json: string): ReadViewerMessage | undefined {
  const value = parse(json);
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  if (typeof type !== 'string') return undefined;
  if (Object.hasOwn(WATCHING, type)) {
    const read = WATCHING[type as keyof typeof WATCHING](value);
    return read && { isDriving: false, message: { type, ...read } as WatchMessage };
  }
  if (!Object.hasOwn(DRIVING, type)) return undefined;
  const read = DRIVING[type as keyof typeof DRIVING](value);
  return read && { isDriving: true, message: { type, ...read } as DriveMessage };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
