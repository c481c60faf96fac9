import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface SourceFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** The files of the repository, committed or not; deleted files are left out. */
export function sourcePaths(): string[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return list.split('\0').filter((path) => path !== '' && existsSync(`${root}${path}`));
}

/** The source files whose path matches. */
export const sourceFiles = (matching: RegExp): SourceFile[] =>
  sourcePaths()
    .filter((path) => matching.test(path))
    .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }));
