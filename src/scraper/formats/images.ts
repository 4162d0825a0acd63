import { collectImages } from '../../html/images.ts';
import type { Format } from './format.ts';

export const images: Format<'images'> = {
  needs: 'html',
  write: (page) => ({ images: collectImages(page.tree, page.base) }),
};
