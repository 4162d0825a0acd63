/** sRGB, each 0 to 255, and how opaque it is, 0 to 1. */
export interface Color {
  r: number;
  g: number;
  b: number;
  alpha: number;
}

/** Those that styles and custom properties name most. */
const NAMED: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  red: '#ff0000',
  maroon: '#800000',
  orange: '#ffa500',
  gold: '#ffd700',
  yellow: '#ffff00',
  olive: '#808000',
  lime: '#00ff00',
  green: '#008000',
  teal: '#008080',
  cyan: '#00ffff',
  aqua: '#00ffff',
  blue: '#0000ff',
  navy: '#000080',
  purple: '#800080',
  magenta: '#ff00ff',
  fuchsia: '#ff00ff',
  pink: '#ffc0cb',
  crimson: '#dc143c',
  tomato: '#ff6347',
  coral: '#ff7f50',
  indigo: '#4b0082',
  royalblue: '#4169e1',
  rebeccapurple: '#663399',
};

/**
 * A CSS colour as written or computed: hex, `rgb()`, `hsl()`, `oklch()`, `oklab()`, `lch()`, `lab()`, `color()`, common
 * names, and the bare triplets that some themes keep in custom properties (`221 83% 53%`, `13, 110, 253`).
 */
export function parseColor(text: string): Color | undefined {
  const value = text.trim().toLowerCase();
  if (value.length === 0 || value.length > 120) return undefined;
  const hex = NAMED[value] ?? value;
  if (hex.startsWith('#')) return parseHex(hex.slice(1));
  const [, name, inner] = /^([a-z]+)\(([^()]*)\)$/.exec(value) ?? [];
  if (name !== undefined && inner !== undefined)
    return fromFunction(name, inner.split(/[\s,/]+/).filter(Boolean));
  if (/^[\d.]+(?:deg)?\s+[\d.]+%\s+[\d.]+%$/.test(value)) return fromHsl(value.split(/\s+/));
  if (/^\d{1,3}(?:\s*,\s*|\s+)\d{1,3}(?:\s*,\s*|\s+)\d{1,3}$/.test(value))
    return fromRgb(value.split(/[\s,]+/));
  return undefined;
}

/** `#rrggbb`. */
export function toHex({ r, g, b }: Color): string {
  return `#${[r, g, b].map((part) => clamp(Math.round(part), 0, 255).toString(16).padStart(2, '0')).join('')}`;
}

/** What is seen when a colour is painted over another. */
export function paintOver(top: Color, below: Color): Color {
  const { alpha } = top;
  const mix = (a: number, b: number): number => a * alpha + b * (1 - alpha);
  return { r: mix(top.r, below.r), g: mix(top.g, below.g), b: mix(top.b, below.b), alpha: 1 };
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
export function luminance({ r, g, b }: Color): number {
  return 0.2126 * toLinear(r / 255) + 0.7152 * toLinear(g / 255) + 0.0722 * toLinear(b / 255);
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: Color, other: Color): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** How far a colour is from grey, 0 to 1: its strongest part less its weakest. */
export function chroma({ r, g, b }: Color): number {
  return (Math.max(r, g, b) - Math.min(r, g, b)) / 255;
}

/** 0 to 360; 0 for greys. */
export function hue({ r, g, b }: Color): number {
  const max = Math.max(r, g, b);
  const range = max - Math.min(r, g, b);
  if (range === 0) return 0;
  let sector = (r - g) / range + 4;
  if (max === r) sector = ((g - b) / range + 6) % 6;
  else if (max === g) sector = (b - r) / range + 2;
  return sector * 60;
}

/** 0 for the same, 1 for black and white. */
export function distance(one: Color, other: Color): number {
  return Math.hypot(one.r - other.r, one.g - other.g, one.b - other.b) / (255 * Math.sqrt(3));
}

function parseHex(digits: string): Color | undefined {
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return undefined;
  const full = digits.length <= 4 ? digits.replaceAll(/./g, '$&$&') : digits;
  const [r = 0, g = 0, b = 0, alpha = 255] =
    full.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  return { r, g, b, alpha: alpha / 255 };
}

function fromFunction(name: string, parts: readonly string[]): Color | undefined {
  switch (name) {
    case 'rgb':
    case 'rgba':
      return fromRgb(parts);
    case 'hsl':
    case 'hsla':
      return fromHsl(parts);
    case 'oklch':
      return fromOklab(polar(parts, { light: 1, chroma: 0.4 }), parts[3]);
    case 'oklab':
      return fromOklab(plain(parts, { light: 1, chroma: 0.4 }), parts[3]);
    case 'lch':
      return fromLab(polar(parts, { light: 100, chroma: 150 }), parts[3]);
    case 'lab':
      return fromLab(plain(parts, { light: 100, chroma: 125 }), parts[3]);
    case 'color':
      return fromSpace(parts);
    default:
      return undefined;
  }
}

type Triple = readonly [number, number, number];

/** A percentage counts as a part of `whole`, `none` as 0. */
function amount(part: string | undefined, whole: number): number {
  if (part === undefined || part === 'none') return 0;
  const value = Number.parseFloat(part);
  return part.endsWith('%') ? (value / 100) * whole : value;
}

function checked(r: number, g: number, b: number, alpha: string | undefined): Color | undefined {
  const color = { r, g, b, alpha: alpha === undefined ? 1 : clamp(amount(alpha, 1), 0, 1) };
  return Object.values(color).every(Number.isFinite) ? color : undefined;
}

function fromRgb([r, g, b, alpha]: readonly string[]): Color | undefined {
  const part = (text: string | undefined): number => clamp(amount(text, 255), 0, 255);
  return checked(part(r), part(g), part(b), alpha);
}

function fromHsl([h, s, l, alpha]: readonly string[]): Color | undefined {
  const turn = (((Number.parseFloat(h ?? '') % 360) + 360) % 360) / 30;
  const saturation = percent(s);
  const light = percent(l);
  const at = (n: number): number => {
    const k = (n + turn) % 12;
    return (light - saturation * Math.min(light, 1 - light) * Math.max(-1, Math.min(k - 3, 9 - k, 1))) * 255;
  };
  return checked(at(0), at(8), at(4), alpha);
}

function percent(part: string | undefined): number {
  return clamp(Number.parseFloat(part ?? '') / 100, 0, 1);
}

function polar(parts: readonly string[], whole: { light: number; chroma: number }): Triple {
  const strength = amount(parts[1], whole.chroma);
  const angle = (amount(parts[2], 360) / 180) * Math.PI;
  return [amount(parts[0], whole.light), strength * Math.cos(angle), strength * Math.sin(angle)];
}

function plain(parts: readonly string[], whole: { light: number; chroma: number }): Triple {
  return [amount(parts[0], whole.light), amount(parts[1], whole.chroma), amount(parts[2], whole.chroma)];
}

/** CSS Color 4, 10.1: OKLab to linear sRGB. */
function fromOklab([light, a, b]: Triple, alpha: string | undefined): Color | undefined {
  const long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return fromLinear(
    [
      4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
      -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
      -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
    ],
    alpha,
  );
}

/** CSS Color 4, 10.3: Lab (D50) to linear sRGB. */
function fromLab([light, a, b]: Triple, alpha: string | undefined): Color | undefined {
  const y = (light + 16) / 116;
  const [fx, fz] = [a / 500 + y, y - b / 200];
  const cube = (f: number): number => (f ** 3 > 216 / 24389 ? f ** 3 : (116 * f - 16) / (24389 / 27));
  const [X, Y, Z] = [
    0.9642956764 * cube(fx),
    light > 8 ? y ** 3 : light / (24389 / 27),
    0.8251046025 * cube(fz),
  ];
  return fromLinear(
    [
      3.1341358529 * X - 1.6173863321 * Y - 0.490662111 * Z,
      -0.9787954765 * X + 1.9162543773 * Y + 0.0334427275 * Z,
      0.0719767014 * X - 0.2289896862 * Y + 1.4053850325 * Z,
    ],
    alpha,
  );
}

function fromSpace([space, ...parts]: readonly string[]): Color | undefined {
  const [x, y, z] = [amount(parts[0], 1), amount(parts[1], 1), amount(parts[2], 1)];
  if (space === 'srgb')
    return checked(clamp(x, 0, 1) * 255, clamp(y, 0, 1) * 255, clamp(z, 0, 1) * 255, parts[3]);
  if (space === 'srgb-linear') return fromLinear([x, y, z], parts[3]);
  if (space !== 'display-p3') return undefined;
  const [r, g, b] = [toLinear(x), toLinear(y), toLinear(z)];
  const linear: Triple = [
    1.22494 * r - 0.22494 * g,
    -0.042057 * r + 1.042057 * g,
    -0.019638 * r - 0.078636 * g + 1.098274 * b,
  ];
  return fromLinear(linear, parts[3]);
}

function fromLinear(linear: Triple, alpha: string | undefined): Color | undefined {
  const [r, g, b] = linear.map((part) => clamp(fromLinearPart(clamp(part, 0, 1)), 0, 1) * 255);
  return checked(r ?? 0, g ?? 0, b ?? 0, alpha);
}

function fromLinearPart(part: number): number {
  return part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
}

function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
