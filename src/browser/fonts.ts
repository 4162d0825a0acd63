import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserIdentity } from './browser-identity.ts';
import { findBrowserPackage, readPackedFiles } from './browser-package.ts';
import { stageFolder } from './stage-folder.ts';

/** Sans, serif and mono with their bold and slanted cuts; the condensed ones would only cost disk. */
const DEJAVU_FILES = [
  'DejaVuSans.ttf',
  'DejaVuSans-Bold.ttf',
  'DejaVuSans-Oblique.ttf',
  'DejaVuSans-BoldOblique.ttf',
  'DejaVuSerif.ttf',
  'DejaVuSerif-Bold.ttf',
  'DejaVuSerif-Italic.ttf',
  'DejaVuSerif-BoldItalic.ttf',
  'DejaVuSansMono.ttf',
  'DejaVuSansMono-Bold.ttf',
  'DejaVuSansMono-Oblique.ttf',
  'DejaVuSansMono-BoldOblique.ttf',
];

/** What pages ask for -> what stands in, best first; the first is metric-compatible and there when the system has it. */
const STAND_INS: Readonly<Record<string, readonly string[]>> = {
  Arial: ['Liberation Sans', 'Arimo', 'Open Sans'],
  Helvetica: ['Liberation Sans', 'Arimo', 'Open Sans'],
  'Times New Roman': ['Liberation Serif', 'Tinos', 'DejaVu Serif'],
  'Courier New': ['Liberation Mono', 'Cousine', 'DejaVu Sans Mono'],
  'sans-serif': ['Open Sans', 'DejaVu Sans'],
  serif: ['DejaVu Serif'],
  monospace: ['DejaVu Sans Mono'],
};

/**
 * Without fonts a browser makes blank pictures and says nothing. This puts Open Sans and DejaVu (Latin, Greek, Cyrillic,
 * Hebrew, Arabic, symbols; no Chinese, Japanese, Korean, Indic scripts, emoji) into one of the folders, next to a
 * configuration that adds the system's own. Returns the path of that configuration, for FONTCONFIG_FILE.
 */
export async function prepareFonts(
  parents: readonly string[],
  identity: BrowserIdentity | undefined,
): Promise<string> {
  const dejavu = dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/package.json')));
  const found = await findBrowserPackage();
  const { version } = JSON.parse(await readFile(join(dejavu, 'package.json'), 'utf8')) as { version: string };
  const content = [found.version, version, ...DEJAVU_FILES, fontConfig('')].join('\n');
  const folder = await stageFolder({
    name: `fonts-${createHash('sha256').update(content).digest('hex').slice(0, 12)}`,
    identity,
    parents,
    fill: async (draft, final) => {
      const fonts = join(draft, 'fonts');
      await mkdir(fonts);
      await chmod(fonts, 0o755);
      for (const name of DEJAVU_FILES) {
        await copyFile(join(dejavu, 'ttf', name), join(fonts, name), constants.COPYFILE_FICLONE);
        await chmod(join(fonts, name), 0o644);
      }
      for (const { path, content: font } of await readPackedFiles(found, 'fonts')) {
        if (path.endsWith('.ttf')) await write(join(fonts, basename(path)), font);
      }
      await write(join(draft, 'fonts.conf'), fontConfig(join(final, 'fonts')));
    },
  });
  return join(folder, 'fonts.conf');
}

async function write(file: string, content: string | Buffer): Promise<void> {
  await writeFile(file, content, { flush: true });
  await chmod(file, 0o644);
}

/**
 * The system's rules come first: they know the fonts that an operator installed. Caches are the system's, which only
 * root writes, and then the browser's own (XDG_CACHE_HOME): none is shared by browsers that could harm each other.
 */
function fontConfig(folder: string): string {
  const standIns = Object.entries(STAND_INS).map(
    ([family, others]) =>
      `  <alias binding="same"><family>${family}</family><prefer>${others
        .map((other) => `<family>${other}</family>`)
        .join('')}</prefer></alias>`,
  );
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir>${escapeXml(folder)}</dir>
  <include ignore_missing="yes">/etc/fonts/conf.d</include>
${standIns.join('\n')}
  <cachedir>/var/cache/fontconfig</cachedir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
