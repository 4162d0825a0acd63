/**
 * The page as it stands, as HTML: shadow roots as declarative ones with what is slotted in its place, frames of the same
 * site in their places, what is not displayed marked. Touches nothing on the page. The pieces belong around the frames
 * whose content only they themselves can tell; their elements are kept under `framesName` in this world.
 * @param {{hiddenMark: string, frameMark: string, framesName: string, maxLookMs: number, maxFrames: number, minFramePixels: number}} options
 *   `maxLookMs`: how long elements are asked whether they are displayed
 */
export function capturePage({ hiddenMark, frameMark, framesName, maxLookMs, maxFrames, minFramePixels }) {
  // A page may name its form fields and pictures like properties of the tree, and so hide these.
  const getter = (prototype, property) => {
    const { get } = Object.getOwnPropertyDescriptor(prototype, property);
    return (object) => get.call(object);
  };
  const nameOf = getter(Element.prototype, 'localName');
  const shadowOf = getter(Element.prototype, 'shadowRoot');
  const outerOf = getter(Element.prototype, 'outerHTML');
  const attributesOf = getter(Element.prototype, 'attributes');
  const parentOf = getter(Node.prototype, 'parentNode');
  const childOf = getter(Node.prototype, 'firstChild');
  const nextOf = getter(Node.prototype, 'nextSibling');
  const typeOf = getter(Node.prototype, 'nodeType');
  const rootOf = getter(Document.prototype, 'documentElement');
  const innerOf = {
    iframe: getter(HTMLIFrameElement.prototype, 'contentDocument'),
    frame: getter(HTMLFrameElement.prototype, 'contentDocument'),
  };
  const { checkVisibility, getBoundingClientRect, querySelectorAll } = Element.prototype;
  const { assignedNodes } = HTMLSlotElement.prototype;
  const { createTreeWalker } = Document.prototype;

  const contentType = getter(Document.prototype, 'contentType')(document);
  const hidden = new Set();
  /** By host, by slot, by frame element. */
  const roots = new Map();
  const assigned = new Map();
  const frames = new Map();
  /** Frame elements by the root element in them. */
  const framedBy = new Map();
  /** Nodes that stand in a slot. */
  const placed = new Set();
  /** Elements that are written by hand: those above and the ones they are in. All others the browser writes. */
  const mixed = new Set();
  const foreign = [];
  const budget = { lookUntil: performance.now() + maxLookMs, frames: maxFrames };
  const unseen = new Set(['head', 'script', 'style', 'template', 'noscript', 'svg', 'math']);

  function mix(element) {
    for (let at = element; at && !mixed.has(at);) {
      if (typeOf(at) === 1) mixed.add(at);
      const above = parentOf(at);
      if (above === null) at = undefined;
      else if (typeOf(above) === 9) at = framedBy.get(at);
      else at = typeOf(above) === 11 ? above.host : above;
    }
  }

  function isDisplayed(element) {
    // An element without a box of its own may still have children that show.
    if (checkVisibility.call(element) || performance.now() > budget.lookUntil) return true;
    return getComputedStyle(element).display !== 'none';
  }

  function noteFrame(element, name, scopes) {
    const box = getBoundingClientRect.call(element);
    if (box.width < minFramePixels || box.height < minFramePixels || budget.frames <= 0) return;
    budget.frames -= 1;
    const inner = innerOf[name](element);
    const root = inner && rootOf(inner);
    const url = inner?.location?.href ?? element.src;
    frames.set(element, { root: root ?? undefined, url });
    if (root) {
      framedBy.set(root, element);
      scopes.push(root);
    }
    mix(element);
  }

  /** Looks at an element; false when nothing in it is displayed. */
  function note(element, scopes, isInHidden) {
    const name = nameOf(element);
    if (unseen.has(name)) return true;
    if (!isInHidden && !isDisplayed(element)) {
      hidden.add(element);
      mix(element);
      return false;
    }
    const root = shadowOf(element);
    if (root !== null) {
      roots.set(element, root);
      scopes.push(root);
      mix(element);
    } else if (name === 'slot') {
      const nodes = assignedNodes.call(element);
      if (nodes.length > 0) {
        assigned.set(element, nodes);
        for (const node of nodes) placed.add(node);
        mix(element);
      }
    } else if (!isInHidden && name in innerOf) noteFrame(element, name, scopes);
    else if (name === 'frameset' || name === 'noframes') mix(element);
    return true;
  }

  function look(scope, scopes) {
    // Marks of the page's own are none.
    const find = typeOf(scope) === 1 ? querySelectorAll : DocumentFragment.prototype.querySelectorAll;
    for (const element of find.call(scope, `[${hiddenMark}],[${frameMark}]`)) mix(element);
    const walker = createTreeWalker.call(document, scope, NodeFilter.SHOW_ELEMENT);
    let hiddenTop = null;
    let node = typeOf(scope) === 1 ? scope : walker.firstChild();
    while (node !== null) {
      if (!note(node, scopes, hiddenTop !== null)) hiddenTop ??= node;
      let next = unseen.has(nameOf(node)) ? null : walker.firstChild();
      while (next === null) {
        if (walker.currentNode === hiddenTop) hiddenTop = null;
        if (walker.currentNode === scope) return;
        next = walker.nextSibling();
        if (next === null && walker.parentNode() === null) return;
      }
      node = next;
    }
  }

  const escapeText = (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('\u00A0', '&nbsp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;');
  const escapeValue = (text) => escapeText(text).replaceAll('"', '&quot;');

  function startTag(element, name, mode) {
    let tag = `<${name}`;
    for (const { name: attribute, value } of attributesOf(element)) {
      if (attribute !== hiddenMark && attribute !== frameMark) tag += ` ${attribute}="${escapeValue(value)}"`;
    }
    return `${tag}${hidden.has(element) || mode === 'unplaced' ? ` ${hiddenMark}=""` : ''}>`;
  }

  const pieces = [];
  let parts = [];
  /** What is to be written next is at the end: texts, and nodes with how. */
  const todo = [];
  const pushChildren = (parent, mode) => {
    const children = [];
    for (let child = childOf(parent); child !== null; child = nextOf(child)) {
      if (!(mode === 'unplaced' && placed.has(child))) children.push(child);
    }
    for (let at = children.length - 1; at >= 0; at--) todo.push({ node: children[at], mode });
  };

  function bodyOf(root) {
    for (let child = childOf(root); child !== null; child = nextOf(child)) {
      if (typeOf(child) === 1 && (nameOf(child) === 'body' || nameOf(child) === 'frameset')) return child;
    }
    return undefined;
  }

  function writeFrame(element, { root, url }) {
    if (root === undefined) {
      foreign.push({ element, url, tag: `${startTag(element, 'iframe')}</iframe>` });
      pieces.push(parts.join(''));
      parts = [];
      return;
    }
    parts.push(`<div ${frameMark}="${escapeValue(url)}">`);
    todo.push('</div>');
    // Its head would say things about the page around it.
    const body = bodyOf(root);
    if (body === undefined) todo.push({ node: root });
    else if (nameOf(body) === 'frameset') todo.push({ node: body });
    else pushChildren(body);
  }

  function writeElement(element, mode) {
    if (!mixed.has(element) && mode !== 'unplaced') {
      parts.push(outerOf(element));
      return;
    }
    const frame = frames.get(element);
    if (frame) return writeFrame(element, frame);
    const ownName = nameOf(element);
    if (ownName === 'noframes') return;
    // In a real one there is no place for what its frames hold.
    const name = ownName !== 'frameset' ? ownName : nameOf(parentOf(element)) === 'html' ? 'body' : 'div';
    parts.push(startTag(element, name, mode));
    todo.push(`</${name}>`);
    const root = roots.get(element);
    const nodes = assigned.get(element);
    if (root) {
      // What is in no slot is not shown.
      pushChildren(element, 'unplaced');
      todo.push('</template>');
      pushChildren(root);
      parts.push('<template shadowrootmode="open">');
    } else if (nodes) for (let at = nodes.length - 1; at >= 0; at--) todo.push({ node: nodes[at] });
    else pushChildren(element);
  }

  function write(item) {
    if (typeof item === 'string') return void parts.push(item);
    const { node, mode } = item;
    const type = typeOf(node);
    if (type === 1) writeElement(node, mode);
    else if (type === 8) parts.push(`<!--${node.data}-->`);
    else if (type === 3 || type === 4) {
      const text = escapeText(node.data);
      parts.push(mode === 'unplaced' && text.trim() !== '' ? `<span ${hiddenMark}="">${text}</span>` : text);
    }
  }

  /** The text of a document that is not HTML, which Chromium wraps into a page of its own. */
  function rawText(root) {
    if (/^(?:text\/html|application\/xhtml\+xml)$/.test(contentType)) return undefined;
    const source = querySelectorAll.call(root, '#webkit-xml-viewer-source-xml')[0];
    if (source)
      return Array.from(source.childNodes, (node) => new XMLSerializer().serializeToString(node)).join('');
    if (/[/+]xml$/.test(contentType)) return new XMLSerializer().serializeToString(document);
    return querySelectorAll.call(root, 'body > pre')[0]?.textContent;
  }

  const root = rootOf(document);
  const about = { url: location.href, contentType };
  if (root === null) return { ...about, pieces: [''], frames: [], raw: undefined };
  const raw = rawText(root);
  if (raw !== undefined) return { ...about, pieces: [''], frames: [], raw };
  const scopes = [root];
  for (let at = 0; at < scopes.length; at++) look(scopes[at], scopes);
  const doctype = getter(Document.prototype, 'doctype')(document);
  if (doctype !== null) parts.push(`<!DOCTYPE ${doctype.name}>`);
  todo.push({ node: root });
  while (todo.length > 0) write(todo.pop());
  pieces.push(parts.join(''));
  globalThis[framesName] = foreign.map(({ element }) => element);
  return { ...about, pieces, frames: foreign.map(({ url, tag }) => ({ url, tag })), raw: undefined };
}

/**
 * The elements of the frames that the last capture could not look into, for once.
 * @param {string} framesName
 */
export function takeForeignFrames(framesName) {
  const elements = globalThis[framesName] ?? [];
  delete globalThis[framesName];
  return elements;
}
