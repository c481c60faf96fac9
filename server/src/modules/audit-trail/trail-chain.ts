import { createHmac, type KeyObject } from 'node:crypto';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import type { CodeVault } from '../../vault/code-vault.ts';

/** The sealed content of a row: jsonb as the text of PostgreSQL, times in milliseconds since 1970. */
export interface TrailRow {
  readonly id: number;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly subjectName: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly createdAt: number;
}

export const milliseconds = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint`;

/** The columns of a TrailRow of `audit_trail t`. */
export const trailColumns = `t.id, t.actor_id AS "actorId", t.actor_name AS "actorName", t.action,
  t.subject_type AS "subjectType", t.subject_id AS "subjectId", t.subject_name AS "subjectName",
  t.before::text AS before, t.after::text AS after, t.ip, t.user_agent AS "userAgent",
  ${milliseconds('t.created_at')} AS "createdAt"`;

/** The last seal of the chain. */
export interface ChainHead {
  readonly position: number;
  readonly digest: Buffer;
}

/** The head before the first seal. */
export const emptyChain: ChainHead = { position: 0, digest: Buffer.alloc(32) };

const readEnd = statement<[], ChainHead>(
  'audit-trail.end',
  'SELECT position, digest FROM audit_trail_seals ORDER BY position DESC LIMIT 1',
);
export const chainHead = async (on: Queryable): Promise<ChainHead> => (await readEnd.first(on)) ?? emptyChain;

/** Derived from a key that the master secret decrypts and no rotation replaces, so that old seals stay valid. */
export const trailKey = (vault: Pick<CodeVault, 'derive'>): KeyObject => vault.derive('audit-trail');

/** The digest of the row that follows `before` in the chain. The JSON is unambiguous: different contents never have the same. */
export function digestAfter(key: KeyObject, before: ChainHead, row: TrailRow, sealedAt: number): Buffer {
  const content = [
    before.position + 1,
    before.digest.toString('hex'),
    sealedAt,
    row.id,
    row.actorId,
    row.actorName,
    row.action,
    row.subjectType,
    row.subjectId,
    row.subjectName,
    row.before,
    row.after,
    row.ip,
    row.userAgent,
    row.createdAt,
  ];
  return createHmac('sha256', key).update(JSON.stringify(content)).digest();
}

/** The text form of the head, in the log, in backups and in the output of `npm run audit`; `--trail` reads it. */
export const headText = ({ position, digest }: ChainHead): string =>
  `${position}:${digest.subarray(0, 16).toString('hex')}`;

/** @returns undefined when the text is not one of `headText` */
export function parseHead(text: string): { position: number; digest: string } | undefined {
  const [, position, digest = ''] = /^(\d{1,15}):([\da-f]{32})$/.exec(text) ?? [];
  return position === undefined ? undefined : { position: Number(position), digest };
}
