import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface SourceFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** The files of the repository, committed or about to be, whose path matches. */
export function sourceFiles(matching: RegExp): SourceFile[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return list
    .split('\n')
    .filter((path) => matching.test(path))
    .flatMap((path) => {
      try {
        return [{ path, text: readFileSync(`${root}${path}`, 'utf8') }];
      } catch {
        return []; // deleted, not yet committed
      }
    });
}
