import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Layout } from './layout.ts';

/** The passwords of the database's roles, drawn once. */
export interface Secrets {
  readonly superuser: string;
  readonly replication: string;
  readonly rewind: string;
  /** Of the role `almas`, which owns the product's database. */
  readonly almas: string;
}

export function secretsOf({ secrets: file }: Layout): Secrets {
  if (!existsSync(file)) {
    const draw = () => randomBytes(18).toString('hex');
    const drawn: Secrets = { superuser: draw(), replication: draw(), rewind: draw(), almas: draw() };
    writeFileSync(file, JSON.stringify(drawn), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
}

/** The product's database behind the proxy, which follows the primary. */
export const databaseUrl = (layout: Layout): string =>
  `postgres://almas:${secretsOf(layout).almas}@${layout.host}:${layout.ports.database}/almas`;
export const superuserUrl = (layout: Layout): string =>
  `postgres://postgres:${secretsOf(layout).superuser}@${layout.host}:${layout.ports.database}/postgres`;
