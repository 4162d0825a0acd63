import { attribute, backgroundOf, isClear, px } from './drawn.js';

/** @import { ControlFact } from '../../branding-facts.ts' */
/** @import { Around, Drawn } from './drawn.js' */
/** @import { Reading } from './create-reading.js' */

const BUTTON_CLASS = /(?:^|[\s_-])(?:btn|button|cta)(?:$|[\s_-])/i;
const MAX_BUTTONS = 80;
const MAX_INPUTS = 12;

/**
 * Takes note of a button or an input; undefined when it is none.
 * @param {Drawn} drawn
 * @param {Around} around
 * @param {Reading} reading
 * @returns {'field' | 'button' | undefined}
 */
export function readControl(drawn, around, { buttons, inputs }) {
  if (isWrittenIn(drawn)) {
    if (inputs.length < MAX_INPUTS) inputs.push(factOf(drawn, around));
    return 'field';
  }
  const { element, box, style } = drawn;
  const isNative = isNativeButton(drawn);
  const isNamed = BUTTON_CLASS.test(attribute(element, 'class').slice(0, 500));
  if (!isOfButtonSize(box)) return isNative ? 'button' : undefined;
  if (!isBoxed(style)) return isNative || isNamed ? 'button' : undefined;
  if (!isNative && !isNamed && (px(style.paddingLeft) < 6 || style.display === 'inline')) return undefined;
  if (buttons.length < MAX_BUTTONS && canBePressed(drawn)) buttons.push(factOf(drawn, around));
  return 'button';
}

/** @param {Drawn} drawn */
function isWrittenIn({ element, name }) {
  if (name === 'textarea' || name === 'select') return true;
  const type = attribute(element, 'type');
  return name === 'input' && /^(?:|text|email|search|password|tel|url|number)$/i.test(type);
}

/** @param {Drawn['box']} box */
function isOfButtonSize({ width, height }) {
  return height >= 18 && height <= 100 && width >= 30 && width <= 500;
}

/** @param {Drawn} drawn */
function isNativeButton({ element, name }) {
  if (name === 'button' || attribute(element, 'role') === 'button') return true;
  return name === 'input' && /^(?:submit|button)$/i.test(attribute(element, 'type'));
}

/**
 * Filled, or framed on all sides.
 * @param {CSSStyleDeclaration} style
 */
function isBoxed({ backgroundColor, backgroundImage, borderBottomStyle, borderBottomWidth, borderTopWidth }) {
  if (!isClear(backgroundColor) || backgroundImage.includes('gradient')) return true;
  return borderBottomStyle !== 'none' && px(borderBottomWidth) >= 1 && px(borderTopWidth) >= 1;
}

/** @param {Drawn} drawn */
function canBePressed({ element, name }) {
  const { disabled } = /** @type {HTMLButtonElement} */ (element);
  if (disabled || attribute(element, 'aria-disabled') === 'true') return false;
  if (name === 'input') return true;
  const { length } = (element.textContent ?? '').slice(0, 500).trim();
  return length > 0 && length <= 60;
}

/**
 * @param {Drawn} drawn
 * @param {Around} around
 * @returns {ControlFact}
 */
function factOf({ element, style, box }, { zone, area }) {
  return {
    zone,
    background: backgroundOf(style),
    behind: area?.color ?? '',
    image: style.backgroundImage === 'none' ? '' : style.backgroundImage.slice(0, 300),
    color: style.color,
    borderColor: style.borderBottomColor,
    borderWidth: style.borderBottomStyle === 'none' ? '0px' : style.borderBottomWidth,
    radius: style.borderRadius.slice(0, 60),
    padding: style.padding,
    fontSize: style.fontSize,
    width: box.width,
    height: box.height,
    top: box.top + scrollY,
    hints: `${attribute(element, 'class')} ${attribute(element, 'type')}`.slice(0, 200).trim(),
  };
}
