import { childrenOf } from '../xml/xml-element.ts';
import { parseXml } from '../xml/parse-xml.ts';
import { PACKAGE_NAMESPACES } from './ooxml-namespaces.ts';
import { resolvePartName } from './part-name.ts';

/** A link from one part of a package to another part, or to something outside. */
export interface Relationship {
  id: string;
  /** The last step of its type, such as `officeDocument`, `image`, `hyperlink`; alike in strict and transitional files. */
  type: string;
  /** Name of a part, or the address of something outside as the file has it. */
  target: string;
  isExternal: boolean;
}

export type Relationships = ReadonlyMap<string, Relationship>;

/** Relationships of the part `source`, by id; of the package itself for the empty name. */
export function parseRelationships(bytes: Uint8Array | undefined, source: string): Relationships {
  const relationships = new Map<string, Relationship>();
  if (bytes === undefined) return relationships;
  for (const { attributes } of childrenOf(parseXml(bytes, PACKAGE_NAMESPACES), 'Relationship')) {
    const { Id: id, Target: target, Type: type = '', TargetMode: mode } = attributes;
    if (id === undefined || target === undefined || relationships.has(id)) continue;
    const isExternal = mode?.toLowerCase() === 'external';
    relationships.set(id, {
      id,
      type: type.slice(type.lastIndexOf('/') + 1),
      target: isExternal ? target : resolvePartName(source, target),
      isExternal,
    });
  }
  return relationships;
}

/** The first of a type that leads to a part. */
export function partOfType(relationships: Relationships, type: string): string | undefined {
  for (const relationship of relationships.values()) {
    if (relationship.type === type && !relationship.isExternal) return relationship.target;
  }
  return undefined;
}
