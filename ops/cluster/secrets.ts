import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Login, Roles } from '../../server/src/database/roles.ts';
import type { Layout } from './layout.ts';

/** The passwords of the database roles, generated once. */
export interface Secrets {
  readonly superuser: string;
  readonly replication: string;
  readonly rewind: string;
  /** Password of `almas`, the serving role. */
  readonly almas: string;
  /** Password of `almas_owner`, which owns the database and its tables. */
  readonly owner: string;
}

export function secretsOf({ secrets: file }: Layout): Secrets {
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
  const draw = () => randomBytes(18).toString('hex');
  const {
    superuser = draw(),
    replication = draw(),
    rewind = draw(),
    almas = draw(),
    owner = draw(),
  } = stored;
  const secrets: Secrets = { superuser, replication, rewind, almas, owner };
  // A cluster of an earlier version has no password of the owner.
  if (stored.owner === undefined) writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}

/** The two roles of the product's database (docs/decisions/0013). */
export function rolesOf(layout: Layout): Roles {
  const { almas, owner } = secretsOf(layout);
  return { owner: { name: 'almas_owner', password: owner }, serving: { name: 'almas', password: almas } };
}

const productUrl = ({ host, ports }: Layout, { name, password }: Login): string =>
  `postgres://${name}:${password}@${host}:${ports.database}/almas`;

/** URL of the database for the serving role, through the proxy to the primary. */
export const databaseUrl = (layout: Layout): string => productUrl(layout, rolesOf(layout).serving);
/** DATABASE_READ_URL: the standby, for lists. */
export const databaseReadUrl = (layout: Layout): string =>
  Object.assign(new URL(databaseUrl(layout)), { port: String(layout.ports.databaseRead) }).href;
/** The same URL for the owner of the tables: for restores and migrations. */
export const databaseOwnerUrl = (layout: Layout): string => productUrl(layout, rolesOf(layout).owner);
export const superuserUrl = (layout: Layout): string =>
  `postgres://postgres:${secretsOf(layout).superuser}@${layout.host}:${layout.ports.database}/postgres`;
