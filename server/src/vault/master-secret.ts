import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { vaultTexts } from '@almas/locale/runtime';
import { replacePrivate } from '../database/embedded/private-file.ts';
import { syncFolder } from '../database/sync-folder.ts';
import { StartupError } from '../startup-error.ts';

/**
 * The secret that wraps the code keys: CODES_KEY, or a file of mode 0600 in the data folder made at the first start.
 * It never enters the database. While it is being replaced there are two, and the keys may already be wrapped with
 * the next one: CODES_KEY_NEXT, or the file `codes.key.next`.
 */
export interface MasterSecret {
  /**
   * The current secret first, then the next one, if any. Read at every call, because a file may have changed. @throws StartupError
   * when the file is missing: another secret would decrypt nothing
   */
  candidates(): string[];
  /** The current secret, for a database without keys; created when there is none. @throws StartupError */
  first(): string;
  /** Prepares the next secret; undefined when none was given and the secret stays. */
  next(): string | undefined;
  /**
   * Makes `secret`, with which the keys are now wrapped, the current one, if this program stores it. The former one is kept in another
   * file, because older backups need it. @returns the file of the former one
   */
  adopt(secret: string): string | undefined;
}

export interface SecretSettings {
  readonly codesKey: string | undefined;
  readonly codesKeyNext: string | undefined;
  readonly dataDir: string;
  /** When set, several servers may share the database, and a secret that one of them created would be lost with its folder. */
  readonly databaseUrl?: string | undefined;
}

export const masterSecret = (settings: SecretSettings): MasterSecret =>
  settings.codesKey === undefined
    ? secretFile(settings)
    : secretOfEnvironment(settings.codesKey, settings.codesKeyNext);

const secretOfEnvironment = (codesKey: string, codesKeyNext: string | undefined): MasterSecret => ({
  candidates: () => (codesKeyNext === undefined ? [codesKey] : [codesKey, codesKeyNext]),
  first: () => codesKey,
  next: () => codesKeyNext,
  // The operator renames CODES_KEY_NEXT to CODES_KEY.
  adopt: () => undefined,
});

function secretFile({ dataDir, codesKeyNext, databaseUrl }: SecretSettings): MasterSecret {
  const file = join(dataDir, 'codes.key');
  const nextFile = `${file}.next`;
  const read = (path: string) => readFileSync(path, 'utf8').trim();
  // On the disk before the database commits keys wrapped with it: that may be on another machine, and outlive this one.
  const write = (path: string, secret: string) =>
    replacePrivate(path, secret, existsSync(file) ? file : dataDir);
  const draw = () => randomBytes(32).toString('base64url');
  return {
    first: () => {
      // The file may be the secret of another database: of the embedded one that was here before.
      if (databaseUrl !== undefined)
        throw new StartupError(vaultTexts.codesKeyRequired(existsSync(file) ? file : undefined));
      if (existsSync(file) && read(file) !== '') return read(file);
      mkdirSync(dataDir, { recursive: true });
      const secret = draw();
      write(file, secret);
      return secret;
    },
    candidates: () => {
      if (!existsSync(file)) throw new StartupError(vaultTexts.codesKeyMissing(file));
      const given = codesKeyNext === undefined ? [] : [codesKeyNext];
      return [read(file), ...(existsSync(nextFile) ? [read(nextFile)] : []), ...given];
    },
    next: () => {
      const secret = codesKeyNext ?? draw();
      rmSync(nextFile, { force: true });
      write(nextFile, secret);
      return secret;
    },
    // Renamed, not rewritten: at every moment one of the two files decrypts the keys.
    adopt: (secret) => {
      if (!existsSync(nextFile) || read(nextFile) !== secret) return undefined;
      const former = `${file}.before-${new Date().toISOString().slice(0, 23).replaceAll(/[:.]/g, '-')}`;
      write(former, read(file));
      renameSync(nextFile, file);
      syncFolder(dataDir);
      return former;
    },
  };
}
