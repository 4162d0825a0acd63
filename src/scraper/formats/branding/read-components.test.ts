import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrandingFacts, ControlFact } from '../../../browser/branding-facts.ts';
import { createPalette } from './palette.ts';
import { readComponents } from './read-components.ts';

const button = (background: string, more: Partial<ControlFact> = {}): ControlFact => ({
  zone: 'main',
  background,
  behind: 'rgb(250, 250, 250)',
  image: 'none',
  color: 'rgb(0, 0, 255)',
  borderColor: 'rgb(0, 0, 255)',
  borderWidth: '1px',
  radius: '4px',
  padding: '4px',
  fontSize: '16px',
  width: 100,
  height: 40,
  top: 10,
  hints: '',
  ...more,
});

test('a second button has the colour that it is given, however near the page is to it', () => {
  const secondaryOf = (background: string): string | undefined => {
    const styles = {
      viewport: { width: 1280, height: 800 },
      root: { colorScheme: '', background: 'rgb(250, 250, 250)', bodyBackground: '' },
      backgrounds: [['rgb(250, 250, 250)', 1_000_000]],
      borders: [],
      texts: [],
      inputs: [],
      buttons: [button('rgb(0, 0, 255)', { hints: 'primary' }), button(background)],
    } as unknown as BrandingFacts['styles'];
    const palette = createPalette({ styles } as BrandingFacts);
    return readComponents(styles, palette, '#0000FF')?.buttonSecondary?.background?.toLowerCase();
  };
  assert.equal(secondaryOf('rgb(255, 255, 255)'), '#ffffff');
  assert.equal(secondaryOf('rgba(0, 0, 0, 0)'), 'transparent');
});
