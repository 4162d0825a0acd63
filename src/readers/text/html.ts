import type { Reader } from '../reader.ts';

export const htmlReader: Reader = {
  label: 'web pages',
  mediaTypes: ['text/html', 'application/xhtml+xml', 'application/vnd.wap.xhtml+xml'],
  extensions: ['html', 'htm', 'xhtml', 'shtml'],
  read: ({ text }) => ({ html: text }),
};
