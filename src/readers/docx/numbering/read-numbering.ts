import { OOXML_NAMESPACES } from '../../ooxml/ooxml-namespaces.ts';
import { formatNamed } from '../../office/number-format.ts';
import { walkChildren } from '../../xml/walk-children.ts';
import { childOf, childrenOf, type XmlElement } from '../../xml/xml-element.ts';
import { leftIndent, toInteger, toggleOf, valueOf } from '../property-value.ts';
import { LEVELS, type ListLevel } from '../../text-document/list-level.ts';
import { ListDefinitions, type AbstractList, type ListInstance } from './list-definitions.ts';

/** Labels that are longer are no labels. */
const MAX_LABEL = 60;

/** Reads the part of the lists; without one, no paragraph is in a list. */
export function readNumbering(
  part: Uint8Array | undefined,
  listOfStyle: (style: string) => string | undefined,
): ListDefinitions {
  const abstracts = new Map<string, AbstractList>();
  const instances = new Map<string, ListInstance>();
  if (part !== undefined) {
    walkChildren(part, OOXML_NAMESPACES, 'w:numbering', (child) => {
      const id = child.attributes['w:abstractNumId'] ?? child.attributes['w:numId'];
      if (id === undefined) return;
      if (child.name === 'w:abstractNum') abstracts.set(id, readAbstract(child));
      else if (child.name === 'w:num') instances.set(id, readInstance(child));
    });
  }
  return new ListDefinitions(abstracts, instances, listOfStyle);
}

function readAbstract(element: XmlElement): AbstractList {
  const levels: (ListLevel | undefined)[] = [];
  for (const level of childrenOf(element, 'w:lvl')) {
    const index = levelIndex(level);
    if (index !== undefined) levels[index] = readLevel(level);
  }
  return { levels, standsFor: valueOf(element, 'w:numStyleLink') };
}

function readInstance(element: XmlElement): ListInstance {
  const overrides: ListInstance['overrides'] = new Map();
  for (const override of childrenOf(element, 'w:lvlOverride')) {
    const index = levelIndex(override);
    if (index === undefined) continue;
    const level = childOf(override, 'w:lvl');
    overrides.set(index, {
      level: level === undefined ? undefined : readLevel(level),
      start: toInteger(valueOf(override, 'w:startOverride')),
    });
  }
  return { abstract: valueOf(element, 'w:abstractNumId') ?? '', overrides };
}

function levelIndex(element: XmlElement): number | undefined {
  const index = toInteger(element.attributes['w:ilvl']);
  return index !== undefined && index >= 0 && index < LEVELS ? index : undefined;
}

function readLevel(element: XmlElement): ListLevel {
  const isPicture = childOf(element, 'w:lvlPicBulletId') !== undefined;
  const text = isPicture ? '•' : (valueOf(element, 'w:lvlText') ?? '').slice(0, MAX_LABEL);
  return {
    start: toInteger(valueOf(element, 'w:start')) ?? 0,
    format: isPicture ? 'bullet' : formatNamed(valueOf(element, 'w:numFmt') ?? ''),
    text,
    restartsAfter: toInteger(valueOf(element, 'w:lvlRestart')),
    isLegal: toggleOf(element, 'w:isLgl') === true,
    // Some programs have the blank in the label itself.
    isJoined: valueOf(element, 'w:suff') === 'nothing' && !/\s$/.test(text),
    style: valueOf(element, 'w:pStyle'),
    indent: leftIndent(childOf(element, 'w:pPr')),
  };
}
