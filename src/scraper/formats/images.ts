import { collectImages } from '../../html/images.ts';
import type { HtmlFormat } from './format.ts';

export const images: HtmlFormat<'images'> = {
  needs: 'html',
  isOfFile: true,
  write: ({ tree, base, unlisted, deselected }) => ({
    images: collectImages(tree, base, { removed: unlisted, deselected }),
  }),
};
