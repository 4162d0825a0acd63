import { isXhtml } from '../is-xhtml.ts';
import type { Reader } from '../reader.ts';
import { xhtmlAsHtml } from './xhtml-as-html.ts';

export const htmlReader: Reader = {
  label: 'web pages',
  mediaTypes: ['text/html', 'application/xhtml+xml', 'application/vnd.wap.xhtml+xml'],
  extensions: ['html', 'htm', 'xhtml', 'shtml'],
  read: (source) => ({ html: isXhtml(source) ? xhtmlAsHtml(source.text) : source.text }),
};
