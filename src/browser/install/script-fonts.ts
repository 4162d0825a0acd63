import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Fonts of one npm package. */
export interface FontPackage {
  package: string;
  /** Inside the package: TTF or OTF, since fontconfig does not draw WOFF2. */
  files: readonly string[];
}

/**
 * Packages of fonts for scripts that Open Sans and DejaVu do not have; each may be missing. They are chosen for their
 * small size on disk: packages of Noto's Chinese alone are larger.
 */
export const SCRIPT_FONTS: readonly FontPackage[] = [
  // Chinese, simplified and traditional, and Japanese: all of GB 2312, Big5 and JIS X 0208.
  {
    package: '@expo-google-fonts/chocolate-classical-sans',
    files: ['400Regular/ChocolateClassicalSans_400Regular.ttf'],
  },
  {
    package: '@expo-google-fonts/nanum-gothic',
    files: ['400Regular/NanumGothic_400Regular.ttf', '700Bold/NanumGothic_700Bold.ttf'],
  },
  ...['Devanagari', 'Bengali', 'Tamil', 'Thai'].map((script) => ({
    package: `@expo-google-fonts/noto-sans-${script.toLowerCase()}`,
    files: [`400Regular/NotoSans${script}_400Regular.ttf`, `700Bold/NotoSans${script}_700Bold.ttf`],
  })),
  { package: '@expo-google-fonts/noto-color-emoji', files: ['400Regular/NotoColorEmoji_400Regular.ttf'] },
];

/** Finds the folder of an installed package; undefined when it is not there. */
export type FindPackage = (name: string) => string | undefined;

/** Finds the folder of an installed package as Node does, whatever the package exports. */
export const findInstalledPackage: FindPackage = (name) => {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return folders
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(join(folder, 'package.json')));
};
