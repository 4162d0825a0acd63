import type { Engine } from './engine.ts';

/** The engines in the order they are tried. */
export type Engines = readonly [Engine, ...Engine[]];
