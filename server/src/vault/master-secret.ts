import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The secret that wraps the code keys: CODES_KEY, or a file of mode 0600 in the data folder made at the first start.
 * It never enters the database. While it is being replaced there are two, and the keys may already be wrapped with
 * the next one: CODES_KEY_NEXT, or the file `codes.key.next`.
 */
export interface MasterSecret {
  /** The one in use first, then the next one, if there is one. Read anew at every call: a file may have changed. */
  candidates(): string[];
  /** Prepares the next secret. undefined: none was given, the secret stays. */
  next(): string | undefined;
  /** The keys are wrapped with `secret` now: makes it the one in use, where that is this program's to do. */
  adopt(secret: string): void;
}

export interface SecretSettings {
  readonly codesKey: string | undefined;
  readonly codesKeyNext: string | undefined;
  readonly dataDir: string;
}

export const masterSecret = (settings: SecretSettings): MasterSecret =>
  settings.codesKey === undefined
    ? secretFile(settings.dataDir, settings.codesKeyNext)
    : secretOfEnvironment(settings.codesKey, settings.codesKeyNext);

const secretOfEnvironment = (codesKey: string, codesKeyNext: string | undefined): MasterSecret => ({
  candidates: () => (codesKeyNext === undefined ? [codesKey] : [codesKey, codesKeyNext]),
  next: () => codesKeyNext,
  // Whoever sets the environment moves CODES_KEY_NEXT to CODES_KEY.
  adopt: () => undefined,
});

function secretFile(dataDir: string, codesKeyNext: string | undefined): MasterSecret {
  const file = join(dataDir, 'codes.key');
  const nextFile = `${file}.next`;
  const read = (path: string) => readFileSync(path, 'utf8').trim();
  const write = (path: string, secret: string) => writeFileSync(path, secret, { mode: 0o600, flag: 'wx' });
  const draw = () => randomBytes(32).toString('base64url');
  return {
    candidates: () => {
      if (!existsSync(file)) {
        mkdirSync(dataDir, { recursive: true });
        write(file, draw());
      }
      const given = codesKeyNext === undefined ? [] : [codesKeyNext];
      return [read(file), ...(existsSync(nextFile) ? [read(nextFile)] : []), ...given];
    },
    next: () => {
      const secret = codesKeyNext ?? draw();
      rmSync(nextFile, { force: true });
      write(nextFile, secret);
      return secret;
    },
    // Renamed, not rewritten: at every moment one of the two files opens the keys.
    adopt: (secret) => {
      if (existsSync(nextFile) && read(nextFile) === secret) renameSync(nextFile, file);
    },
  };
}
