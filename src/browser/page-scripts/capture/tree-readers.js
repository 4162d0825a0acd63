import { propertyReader } from '../property-reader.js';

/** @typedef {ReturnType<typeof treeReaders>} TreeReaders */

/** Gives the functions by which a capture reads nodes. */
export function treeReaders() {
  return {
    nameOf: propertyReader(Element.prototype, 'localName'),
    shadowOf: propertyReader(Element.prototype, 'shadowRoot'),
    checkVisibility: Element.prototype.checkVisibility,
    outerOf: propertyReader(Element.prototype, 'outerHTML'),
    attributesOf: propertyReader(Element.prototype, 'attributes'),
    parentOf: propertyReader(Node.prototype, 'parentNode'),
    childOf: propertyReader(Node.prototype, 'firstChild'),
    nextOf: propertyReader(Node.prototype, 'nextSibling'),
    typeOf: propertyReader(Node.prototype, 'nodeType'),
    rootOf: propertyReader(Document.prototype, 'documentElement'),
    innerOf: {
      iframe: propertyReader(HTMLIFrameElement.prototype, 'contentDocument'),
      frame: propertyReader(HTMLFrameElement.prototype, 'contentDocument'),
    },
  };
}
