import { answer } from '../test-site.ts';
import { EITHER, scripted, type HostileVisits } from './hostile-visit.ts';

/** Files where a page is expected. */
export const FILES: HostileVisits = {
  'a download': {
    pages: {
      '/': answer('PK\u0003\u0004 zip', {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="../../x.zip"',
      }),
    },
    code: /^SCRAPE_UNSUPPORTED_FILE_ERROR$/,
  },
  'a download by script': {
    pages: {
      ...scripted('location = "/file"'),
      '/file': answer('x', { 'content-type': 'application/octet-stream' }),
    },
    ...EITHER,
  },
  'downloads without end': {
    pages: {
      ...scripted(
        'setInterval(() => { const a = document.createElement("a"); a.href = "/file"; a.download = "x"; a.click() }, 1)',
      ),
      '/file': answer('x'.repeat(1e5), { 'content-type': 'application/octet-stream' }),
    },
    ...EITHER,
  },
  'nothing at all (204)': { pages: { '/': answer('', {}, 204) }, code: /^SCRAPE_(?!TIMEOUT)/, text: /^$/ },
  'a picture': {
    pages: { '/': answer(Buffer.from('iVBORw0KGgo=', 'base64'), { 'content-type': 'image/png' }) },
    code: /^SCRAPE_DOCUMENT_DAMAGED$/,
  },
};
