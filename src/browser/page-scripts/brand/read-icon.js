import { attribute, px } from './drawn.js';

/** @import { IconFact } from '../../branding-facts.ts' */
/** @import { Drawn } from './drawn.js' */
/** @import { Reading } from './create-reading.js' */

const ICON_NAME =
  /(?:^|[\s_-])(?:icons?|fa[srlbd]?|bi|mdi|ti|ph|ri|glyphicon|material-symbols\S*|codicon|octicon)(?:$|[\s_-])/i;
const MAX_ICONS = 80;

/**
 * @param {Drawn} drawn
 * @param {Reading} reading
 */
export function readIcon(drawn, { icons }) {
  const { box } = drawn;
  const isSmall = box.width >= 8 && box.width <= 72 && box.height >= 8 && box.height <= 72;
  if (!isSmall || icons.length >= MAX_ICONS) return;
  const fact = drawn.name === 'svg' ? vectorFact(drawn) : otherFact(drawn);
  if (fact) icons.push(fact);
}

/**
 * @param {Drawn} drawn
 * @returns {IconFact}
 */
function vectorFact({ element, name, style, box }) {
  const shape = element.querySelector('use,path,circle,rect,line,polyline,polygon');
  const look = shape ? getComputedStyle(shape) : style;
  const hints = ['data-icon', 'data-slot', 'data-lucide'].map((each) => attribute(element, each));
  return {
    kind: shape?.localName === 'use' ? 'sprite' : 'svg',
    hints: [name, classesOf(element), ...hints].join(' '),
    width: Math.round(box.width),
    isFilled: look.fill !== 'none',
    isStroked: look.stroke !== 'none' && px(look.strokeWidth) > 0,
  };
}

/**
 * @param {Drawn} drawn
 * @returns {IconFact | undefined}
 */
function otherFact({ element, name, box }) {
  const classes = classesOf(element);
  const kind = kindOf(element, name, classes);
  if (kind === undefined) return undefined;
  const width = Math.round(box.width);
  return { kind, hints: `${name} ${classes}`, width, isFilled: false, isStroked: false };
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string} classes
 */
function kindOf(element, name, classes) {
  if (name === 'img') {
    const source = attribute(element, 'src').slice(0, 2_000);
    return /\.svg(?:$|[?#])|^data:image\/svg/i.test(source) ? 'image' : undefined;
  }
  if (name.includes('-')) return /icon/.test(name) ? 'element' : undefined;
  const isSmallText = name === 'i' || name === 'span' || name === 'em';
  return isSmallText && ICON_NAME.test(classes) ? 'font' : undefined;
}

/** @param {Element} element */
function classesOf(element) {
  return attribute(element, 'class').slice(0, 120);
}
