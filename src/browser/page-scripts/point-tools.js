/**
 * What is at a point of a page, through frames of the same site and open shadow roots.
 * @param {ReturnType<typeof import('./element-tools.js').elementTools>} tools
 */
export function pointTools(tools) {
  /** Frames around an element, innermost first. */
  function framesAround(element) {
    const frames = [];
    for (let view = element.ownerDocument.defaultView; view?.frameElement;) {
      frames.push(view.frameElement);
      view = view.frameElement.ownerDocument.defaultView;
    }
    return frames;
  }

  /** Where the inside of a frame begins in the window around it. */
  function cornerOf(frame) {
    const { x, y } = frame.getBoundingClientRect();
    const style = frame.ownerDocument.defaultView.getComputedStyle(frame);
    return {
      x: x + frame.clientLeft + Number.parseFloat(style.paddingLeft),
      y: y + frame.clientTop + Number.parseFloat(style.paddingTop),
    };
  }

  /** The innermost element at a point of a document's window, in shadow roots too. */
  function elementAt(owner, x, y) {
    let hit = owner.elementFromPoint(x, y);
    while (hit?.shadowRoot) {
      const inner = hit.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  }

  /** The element around another one, out of shadow roots too. */
  function parentOf(element) {
    return element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;
  }

  function isWithin(element, outer) {
    for (let node = element; node; node = parentOf(node)) if (node === outer) return true;
    return false;
  }

  /** Where an element lies, to be compared. */
  function placeOf(element) {
    const [{ x, y, width, height }] = [...tools.boxesOf(element), { x: 0, y: 0, width: 0, height: 0 }];
    return [x, y, width, height].map((value) => Math.round(value * 2)).join(',');
  }

  /** The points of an element that are tried. */
  function pointsOf(element) {
    const boxes = tools.boxesOf(element);
    const at = (box, across, down) => ({ x: box.x + box.width * across, y: box.y + box.height * down });
    const corners = boxes
      .slice(0, 1)
      .flatMap((box) => [0.2, 0.8].flatMap((across) => [0.2, 0.8].map((down) => at(box, across, down))));
    return [...boxes.map((box) => at(box, 0.5, 0.5)), ...corners];
  }

  function isHit(hit, element) {
    if (!hit) return false;
    if (isWithin(hit, element) || (hit.closest('label')?.control ?? null) === element) return true;
    // A click on an icon that lets clicks through is one on its button.
    const clickable = element.closest(
      'a,button,label,summary,[role=button],[role=link],[role=tab],[role=menuitem]',
    );
    return clickable !== null && isWithin(hit, clickable);
  }

  /** Undefined when something else is hit there; otherwise the point in the main frame's window. */
  function throughFrames(element, point) {
    const hit = elementAt(element.ownerDocument, point.x, point.y);
    if (!isHit(hit, element)) return { cover: hit };
    const at = { ...point };
    for (const frame of framesAround(element)) {
      const corner = cornerOf(frame);
      at.x += corner.x;
      at.y += corner.y;
      const outer = elementAt(frame.ownerDocument, at.x, at.y);
      if (outer !== frame) return { cover: outer };
    }
    return { at };
  }

  return { framesAround, elementAt, placeOf, pointsOf, throughFrames };
}
