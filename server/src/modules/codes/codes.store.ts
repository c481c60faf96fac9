import { statement } from '../../database/statement.ts';

export interface SealedRow {
  id: number;
  sealed: Buffer;
  keyId: number;
  createdAt: string;
}

export const codesStore = {
  drawIds: statement<[number], { id: number }>(
    'codes.draw-ids',
    `SELECT nextval('codes_id_seq') AS id FROM generate_series(1, $1::int)`,
  ),
  // Statement by statement in the order of the list, number by number within one: so they will be sold (AMB-64).
  insert: statement<[string, string, readonly number[], readonly Buffer[], number, readonly Buffer[]]>(
    'codes.insert',
    `INSERT INTO codes (product_id, offer_id, id, sealed, key_id, fingerprint, created_at)
     SELECT $1, $2, id, sealed, $5::int, fingerprint, statement_timestamp()
       FROM unnest($3::bigint[], $4::bytea[], $6::bytea[]) AS c (id, sealed, fingerprint)
     ON CONFLICT (offer_id, fingerprint) DO NOTHING`,
  ),
  countStored: statement<[string, readonly Buffer[]], { count: number }>(
    'codes.count-stored',
    'SELECT count(*) FROM codes WHERE offer_id = $1 AND fingerprint = ANY ($2)',
  ),
};
