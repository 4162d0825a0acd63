import type { OoxmlPackage } from '../ooxml/open-ooxml.ts';
import { partOfType } from '../ooxml/relationships.ts';
import { childOf, isElement, type XmlElement } from '../xml/xml-element.ts';
import { bulletIn, levelStyle, type BulletOf } from './text-body.ts';

/** The purpose of a placeholder shape (ECMA-376 part 1, section 19.7.10). */
export interface Placeholder {
  type: string;
  idx: string;
}

/** The placeholder that a shape fills; undefined for shapes of their own. */
export function placeholderOf(shape: XmlElement): Placeholder | undefined {
  for (const child of shape.children) {
    if (!isElement(child) || !child.name.startsWith('p:nv')) continue;
    const placeholder = childOf(childOf(child, 'p:nvPr'), 'p:ph');
    if (placeholder === undefined) continue;
    const { type = 'obj', idx = '0' } = placeholder.attributes;
    return { type, idx };
  }
  return undefined;
}

export function isTitle(placeholder: Placeholder | undefined): boolean {
  return placeholder?.type === 'title' || placeholder?.type === 'ctrTitle';
}

interface Template {
  shapes: ReadonlyArray<{ placeholder: Placeholder; shape: XmlElement }>;
  /** Only masters have them. */
  textStyles: XmlElement | undefined;
}

/** Layout and master that slides take positions and bullets from; each part is read once. */
export class SlideTemplates {
  readonly #file: OoxmlPackage;
  readonly #templates = new Map<string, Template>();

  constructor(file: OoxmlPackage) {
    this.#file = file;
  }

  /** Gives the template of a slide's part: its layout, then its master. */
  of(slide: string): SlideTemplate {
    const layout = partOfType(this.#file.relationshipsOf(slide), 'slideLayout');
    if (layout === undefined) return new SlideTemplate([]);
    const master = partOfType(this.#file.relationshipsOf(layout), 'slideMaster');
    return new SlideTemplate(
      [layout, ...(master === undefined ? [] : [master])].map((part) => this.#read(part)),
    );
  }

  #read(part: string): Template {
    let template = this.#templates.get(part);
    if (template === undefined) {
      const root = this.#file.parse(part);
      const shapes = (childOf(childOf(root, 'p:cSld'), 'p:spTree')?.children ?? [])
        .filter(isElement)
        .map((shape) => ({ shape, placeholder: placeholderOf(shape) }))
        .filter(
          (one): one is { shape: XmlElement; placeholder: Placeholder } => one.placeholder !== undefined,
        );
      template = { shapes, textStyles: childOf(root, 'p:txStyles') };
      this.#templates.set(part, template);
    }
    return template;
  }
}

export class SlideTemplate {
  readonly #templates: readonly Template[];

  constructor(templates: readonly Template[]) {
    this.#templates = templates;
  }

  /** Shapes that a placeholder inherits from, the nearest first. */
  shapesFor(placeholder: Placeholder): XmlElement[] {
    const found: XmlElement[] = [];
    for (const { shapes } of this.#templates) {
      const match =
        shapes.find((one) => one.placeholder.idx === placeholder.idx && placeholder.idx !== '0') ??
        shapes.find((one) => roleOf(one.placeholder.type) === roleOf(placeholder.type));
      if (match !== undefined) found.push(match.shape);
    }
    return found;
  }

  /** Bullets that the text of a placeholder has unless it says otherwise. */
  bulletsFor(placeholder: Placeholder | undefined): BulletOf {
    if (placeholder === undefined) return () => 'none';
    const styles = [
      ...this.shapesFor(placeholder).map((shape) => childOf(childOf(shape, 'p:txBody'), 'a:lstStyle')),
      ...this.#templates.map(({ textStyles }) =>
        childOf(textStyles, roleOf(placeholder.type) === 'title' ? 'p:titleStyle' : 'p:bodyStyle'),
      ),
    ];
    return (level) => {
      for (const style of styles) {
        const bullet = bulletIn(levelStyle(style, level));
        if (bullet !== undefined) return bullet;
      }
      return 'none';
    };
  }
}

/** Types that stand in for each other when a slide's layout is changed. */
function roleOf(type: string): string {
  if (type === 'ctrTitle') return 'title';
  return type === 'obj' || type === 'subTitle' ? 'body' : type;
}
