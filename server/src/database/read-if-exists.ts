import { readFileSync } from 'node:fs';

/** The text of a file; undefined when it does not exist. @throws any other error, for example for a file of another account */
export function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
