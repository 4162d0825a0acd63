import type { Rgb } from 'culori';
import { rgb } from 'culori/css';

/** sRGB, each 0 to 255, and how opaque it is, 0 to 1. */
export interface Color {
  r: number;
  g: number;
  b: number;
  alpha: number;
}

/** Longer ones are none that somebody wrote. */
const MAX_LENGTH = 120;

/**
 * Reads a CSS colour as written or computed: names, hex, `rgb()`, `hsl()`, `hwb()`, `oklch()`, `oklab()`, `lch()`,
 * `lab()`, `color()`, and the bare triplets that some themes keep in custom properties (`221 83% 53%`, `13, 110, 253`).
 * `color-mix()`, `calc()` and relative colours are not read: the browser has computed them for elements.
 */
export function parseColor(text: string): Color | undefined {
  const value = text.trim().toLowerCase();
  if (value.length === 0 || value.length > MAX_LENGTH) return undefined;
  const color = readColor(withFunction(value));
  if (color === undefined) return undefined;
  // `none` counts as 0; what no screen shows becomes the nearest that it does.
  const part = (share = 0): number => clamp(share, 0, 1) * 255;
  const rgba = { r: part(color.r), g: part(color.g), b: part(color.b), alpha: clamp(color.alpha ?? 1, 0, 1) };
  return Object.values(rgba).every(Number.isFinite) ? rgba : undefined;
}

/** A bare triplet as what it stands for. */
function withFunction(value: string): string {
  if (/^[\d.]+(?:deg)?\s+[\d.]+%\s+[\d.]+%$/.test(value)) return `hsl(${value})`;
  const isRgb = /^\d{1,3}(?:\s*,\s*|\s+)\d{1,3}(?:\s*,\s*|\s+)\d{1,3}$/.test(value);
  return isRgb ? `rgb(${value.split(/[\s,]+/).join(' ')})` : value;
}

function readColor(value: string): Rgb | undefined {
  try {
    return rgb(value);
  } catch {
    // The library stumbles over some values that are none: `rgb(1px 2 3)`.
    return undefined;
  }
}

/** `#rrggbb`. */
export function toHex({ r, g, b }: Color): string {
  return `#${[r, g, b].map((part) => clamp(Math.round(part), 0, 255).toString(16).padStart(2, '0')).join('')}`;
}

/** Gives the colour that is seen when one is painted over another. */
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

function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
