import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserIdentity } from '../browser-identity.ts';
import { FONT_CACHE } from './font-cache.ts';
import { findBrowserPackage, readPackedFiles } from './browser-package.ts';
import { findInstalledPackage, SCRIPT_FONTS, type FindPackage } from './script-fonts.ts';
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

/**
 * The fonts that pages ask for -> their stand-ins, best first; the first is metric-compatible and there when the system
 * has it.
 */
const STAND_INS: Readonly<Record<string, readonly string[]>> = {
  Arial: ['Liberation Sans', 'Arimo', 'Open Sans'],
  Helvetica: ['Liberation Sans', 'Arimo', 'Open Sans'],
  'Times New Roman': ['Liberation Serif', 'Tinos', 'DejaVu Serif'],
  'Courier New': ['Liberation Mono', 'Cousine', 'DejaVu Sans Mono'],
  'sans-serif': ['Open Sans', 'DejaVu Sans'],
  serif: ['DejaVu Serif'],
  monospace: ['DejaVu Sans Mono'],
};

/** A font file and the version of the package that it comes from. */
interface FontSource {
  path: string;
  version: string;
}

/**
 * Prepares fonts, without which a browser makes blank pictures and says nothing. Puts Open Sans and DejaVu (Latin,
 * Greek, Cyrillic, Hebrew, Arabic, symbols) and those of `SCRIPT_FONTS` that are installed into one of the folders,
 * next to a configuration that adds the system's own. Returns the path of that configuration, for FONTCONFIG_FILE; the
 * fonts are in the folder `fonts` beside it.
 */
export async function prepareFonts(
  parents: readonly string[],
  identity: BrowserIdentity | undefined,
  findPackage: FindPackage = findInstalledPackage,
): Promise<string> {
  const dejavu = dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/package.json')));
  const found = await findBrowserPackage();
  const sources = [
    ...(await sourcesOf(
      dejavu,
      DEJAVU_FILES.map((name) => join('ttf', name)),
    )),
    ...(await installedScriptFonts(findPackage)),
  ];
  const content = [
    found.version,
    ...sources.map(({ path, version }) => `${basename(path)} ${version}`),
    fontConfig(''),
  ];
  const folder = await stageFolder({
    name: `fonts-${createHash('sha256').update(content.join('\n')).digest('hex').slice(0, 12)}`,
    identity,
    parents,
    fill: async (draft, final) => {
      const fonts = join(draft, 'fonts');
      await mkdir(fonts);
      await chmod(fonts, 0o755);
      for (const { path } of sources) {
        const copy = join(fonts, basename(path));
        await copyFile(path, copy, constants.COPYFILE_FICLONE);
        await chmod(copy, 0o644);
      }
      for (const { path, content: font } of await readPackedFiles(found, 'fonts')) {
        if (path.endsWith('.ttf')) await write(join(fonts, basename(path)), font);
      }
      await write(join(draft, 'fonts.conf'), fontConfig(join(final, 'fonts')));
    },
  });
  return join(folder, 'fonts.conf');
}

async function installedScriptFonts(findPackage: FindPackage): Promise<FontSource[]> {
  const sources: FontSource[] = [];
  for (const { package: name, files } of SCRIPT_FONTS) {
    const folder = findPackage(name);
    // A package that lacks one of the files is of another version than ours: none of its fonts is taken.
    const isWhole = folder !== undefined && files.every((file) => existsSync(join(folder, file)));
    if (isWhole) sources.push(...(await sourcesOf(folder, files)));
  }
  return sources;
}

async function sourcesOf(folder: string, files: readonly string[]): Promise<FontSource[]> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return files.map((file) => ({ path: join(folder, file), version }));
}

async function write(file: string, content: string | Buffer): Promise<void> {
  await writeFile(file, content, { flush: true });
  await chmod(file, 0o644);
}

/**
 * Writes the configuration of fontconfig. The system's rules come first: they know the fonts that an operator installed.
 * Three folders of caches are read in this order: the system's, which only root writes; the browser's own
 * (XDG_CACHE_HOME); the folder in which `keepFontCache` keeps the cache of a browser that has shown no page. Fontconfig
 * writes to the first of them that it can write to. None that browsers share was written by one that could harm another.
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
  <cachedir>${escapeXml(join(dirname(folder), FONT_CACHE))}</cachedir>
</fontconfig>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
