/**
 * Sent to the page as text: the renderer of a small framework in the manner of React. What is rendered twice in one turn is
 * rendered once.
 */
export function startFramework(root, { make, update }) {
  const channel = new MessageChannel();
  const current = { value: undefined, make: undefined, isScheduled: false };

  channel.port1.addEventListener('message', () => {
    current.isScheduled = false;
    const next = current.make();
    if (current.value) update(root.firstChild, current.value, next);
    else root.replaceChildren(make(next));
    current.value = next;
    current.onRendered();
  });
  channel.port1.start();

  return {
    h(type, props, ...children) {
      return { type, props: props ?? {}, children: children.flat().filter((child) => child !== undefined) };
    },
    /** Renders what `makeValue` makes, in a turn of its own. */
    render(makeValue, onRendered) {
      Object.assign(current, { make: makeValue, onRendered });
      if (current.isScheduled) return;
      current.isScheduled = true;
      channel.port2.postMessage(0);
    },
  };
}

/** Sent beside it: makes the document of elements that are values, and changes it by a keyed comparison of old and new. */
export function createElements() {
  function make(value) {
    if (typeof value !== 'object') return document.createTextNode(String(value));
    if (typeof value.type === 'function') {
      value.inner = value.type(value.props);
      return make(value.inner);
    }
    const node = document.createElement(value.type);
    for (const [name, after] of Object.entries(value.props)) set(node, name, undefined, after);
    node.append(...value.children.map(make));
    return node;
  }

  function set(node, name, before, after) {
    if (before === after || name === 'key') return;
    if (!name.startsWith('on')) return void node.setAttribute(name, after);
    if (before) node.removeEventListener(name.slice(2), before);
    node.addEventListener(name.slice(2), after);
  }

  function update(node, before, after) {
    if (typeof before === 'object' && before.type === after.type) return updateElement(node, before, after);
    if (before === after) return node;
    const other = make(after);
    node.replaceWith(other);
    return other;
  }

  function updateElement(node, before, after) {
    if (typeof after.type === 'function') {
      after.inner = after.type(after.props);
      return update(node, before.inner, after.inner);
    }
    for (const [name, value] of Object.entries(after.props)) set(node, name, before.props[name], value);
    updateChildren(node, before.children, after.children);
    return node;
  }

  function updateChildren(node, before, after) {
    const nodes = [...node.childNodes];
    const keyed = new Map(
      before.map((child, index) => [child.props?.key ?? index, { child, node: nodes[index] }]),
    );
    for (const [index, child] of after.entries()) {
      const key = child.props?.key ?? index;
      const old = keyed.get(key);
      const now = old ? update(old.node, old.child, child) : make(child);
      keyed.delete(key);
      const place = node.childNodes[index];
      if (place !== now) node.insertBefore(now, place ?? null);
    }
    for (const { node: rest } of keyed.values()) rest.remove();
  }

  return { make, update };
}
