/** @import { BrandStyles, ControlFact, IconFact, MotionFact, TextFact } from '../../branding-facts.ts' */
/** @import { Area, Around } from './drawn.js' */

/**
 * The facts that have been read of a page so far.
 * @typedef {object} Reading
 * @property {{visited: number, read: number, spaced: number}} count
 * @property {Map<string, TextFact>} texts by all that tells one look from another
 * @property {Map<string, MotionFact>} motions likewise
 * @property {Map<string, number>} borders
 * @property {Map<string, number>} radii
 * @property {Map<number, number>} lengths
 * @property {Map<string, number>} paddings by `kind|value`
 * @property {Map<string, number>} margins likewise
 * @property {Map<number, number>} columns
 * @property {Map<string, number>} maxWidths
 * @property {Area[]} areas
 * @property {ControlFact[]} buttons
 * @property {ControlFact[]} inputs
 * @property {IconFact[]} icons
 * @property {BrandStyles['states']} states
 * @property {Array<[ShadowRoot, Around]>} shadowRoots
 * @property {Omit<BrandStyles['layout'], 'columns' | 'maxWidths'>} layout its header and hero are put in when they are met
 * @property {BrandStyles['root']} root
 * @property {boolean} isSmoothScrolling
 */

/** @returns {Reading} */
export function createReading() {
  return {
    count: { visited: 0, read: 0, spaced: 0 },
    texts: new Map(),
    motions: new Map(),
    borders: new Map(),
    radii: new Map(),
    lengths: new Map(),
    paddings: new Map(),
    margins: new Map(),
    columns: new Map(),
    maxWidths: new Map(),
    areas: [],
    buttons: [],
    inputs: [],
    icons: [],
    states: [],
    shadowRoots: [],
    layout: { flexes: 0, grids: 0, hasAside: false, hasFooter: false },
    root: { colorScheme: '', background: '', bodyBackground: '', bodyColor: '', bodyFamily: '' },
    isSmoothScrolling: false,
  };
}
