import { test } from 'node:test';
import { assertLinear } from '../../test/support/assert-linear.ts';
import { parseHtml } from './parse.ts';
import { findRenderNeed } from './render-need.ts';

test('findRenderNeed is linear on hostile pages', async () => {
  const shapes: Readonly<Record<string, (size: number) => string>> = {
    'nested noscripts': (size) => '<noscript>enable javascript '.repeat(size),
    'nested roots': (size) => '<div id="root">'.repeat(size),
    'nested custom elements': (size) => '<my-app>'.repeat(size),
    'nested templates': (size) => '<template shadowrootmode="open">'.repeat(size),
    'nested headers': (size) => '<header><div>'.repeat(size / 2),
    'many scripts': (size) =>
      `${'<script type="text/plain">location=1</script>'.repeat(size)}<script>1</script>`,
    'many running scripts': (size) => '<script>location</script>'.repeat(size),
    'many fields': (size) => '<input type="hidden">'.repeat(size),
    'fields in a long style': (size) => `<div style="${'&amp;'.repeat(size)}">${'<input>'.repeat(size)}`,
    'one long type': (size) => `<script type="${' '.repeat(size * 10)}x"></script>`,
    'texts in nested roots': (size) => `${'<div id="root">'.repeat(50)}${' '.repeat(size * 20)}`,
    'one long text': (size) => `<a>${'Loading '.repeat(size * 4)}</a>`,
    'one long script': (size) => `<script>${'window.'.repeat(size * 10)}</script>`,
  };
  for (const [shape, make] of Object.entries(shapes)) {
    const prepare = (size: number): (() => unknown) => {
      const tree = parseHtml(`<body>${make(size)}<script>x</script>`);
      return () => findRenderNeed(tree, { removed: new Uint8Array(tree.length) });
    };
    await assertLinear(20_000, prepare, shape);
  }
});
