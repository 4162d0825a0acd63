/** @import { Around, Drawn } from './drawn.js' */
/** @import { Reading } from './create-reading.js' */

const MAX_LOOKS = 500;
const MAX_CHILDREN = 40;

/**
 * @param {Drawn} drawn
 * @param {Around} context of the text
 * @param {Reading} reading
 */
export function readText({ element, style }, { role, zone, area, isDistinct }, { texts }) {
  const characters = charactersIn(element);
  if (characters === 0) return;
  const look = {
    role,
    zone,
    color: style.color,
    background: area?.color ?? '',
    family: style.fontFamily.slice(0, 300),
    size: style.fontSize,
    weight: style.fontWeight,
    lineHeight: style.lineHeight,
    isDistinct,
  };
  const key = Object.values(look).join('\u0001');
  const known = texts.get(key);
  if (known) known.characters += characters;
  else if (texts.size < MAX_LOOKS) texts.set(key, { ...look, characters });
}

/**
 * Counts the characters of the element itself, without its children.
 * @param {Element} element
 */
function charactersIn(element) {
  let characters = 0;
  let child = element.firstChild;
  for (let index = 0; child && index < MAX_CHILDREN; index++, child = child.nextSibling) {
    if (child.nodeType === 3) {
      characters += /** @type {Text} */ (child).substringData(0, 500).trim().length;
    }
  }
  return characters;
}
