import { collectImages } from '../../html/images.ts';
import type { HtmlFormat } from './format.ts';

export const images: HtmlFormat<'images'> = {
  needs: 'html',
  isOfFile: true,
  write: (page) => ({ images: collectImages(page.tree, page.base) }),
};
