import { createHmac } from 'node:crypto';
import type { SupplierConnection } from '@almas/contract/supplier-orders';
import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import type { Services } from '../../services.ts';
import { openBytes, sealBytes } from '../../vault/aes-gcm.ts';
import type { CodeVault } from '../../vault/code-vault.ts';
import type { SupplierAdapter } from './adapters/adapter.ts';
import { supplierKind } from './adapters/index.ts';
import { spentTodaySql } from './orders.store.ts';

/** What the supplier calls an offer, and how many are bought below its threshold. Money in centimes. */
export interface StoredArticle {
  readonly offerId: string;
  readonly article: string;
  readonly restock: number;
  readonly maxUnitCost: Centimes;
}
/** What the supplier calls a Free Fire offer, and the most that one top-up may cost. */
export interface StoredTopUp {
  readonly offerId: string;
  readonly article: string;
  readonly maxCost: Centimes;
}
/** The settings of a connection as they are stored. */
export interface StoredSettings {
  readonly address: string;
  readonly articles: readonly StoredArticle[];
  readonly topUps: readonly StoredTopUp[];
}

export interface ConnectionRow {
  readonly id: number;
  readonly supplierId: number;
  readonly supplierName: string;
  readonly kind: string;
  readonly settings: StoredSettings;
  readonly secret: Buffer | null;
  readonly dailyCap: Centimes;
  readonly paused: boolean;
  /** Nothing is ordered from an archived supplier. */
  readonly isArchived: boolean;
}
const columns = `
  c.id, c.supplier_id AS "supplierId", s.name AS "supplierName", c.kind, c.settings, c.secret, c.daily_cap AS "dailyCap", c.paused,
  s.archived_at IS NOT NULL AS "isArchived"`;

const byId = statement<[id: number], ConnectionRow>(
  'supplier-connections.by-id',
  `SELECT ${columns} FROM supplier_connections c JOIN suppliers s ON s.id = c.supplier_id WHERE c.id = $1`,
);
const locked = statement<[id: number], ConnectionRow>(
  'supplier-connections.lock',
  `SELECT ${columns} FROM supplier_connections c JOIN suppliers s ON s.id = c.supplier_id WHERE c.id = $1 FOR NO KEY UPDATE OF c`,
);

/** @throws AppError SUPPLIER_CONNECTION_NOT_FOUND */
export async function findConnection(db: Queryable, id: number): Promise<ConnectionRow> {
  const row = await byId.first(db, id);
  if (!row) throw fail('SUPPLIER_CONNECTION_NOT_FOUND');
  return row;
}

/** The same, locked: what is spent through it is counted by one transaction at a time. @throws AppError SUPPLIER_CONNECTION_NOT_FOUND */
export async function lockConnection(tx: Queryable, id: number): Promise<ConnectionRow> {
  const row = await locked.first(tx, id);
  if (!row) throw fail('SUPPLIER_CONNECTION_NOT_FOUND');
  return row;
}

interface ShownRow extends Omit<ConnectionRow, 'secret' | 'isArchived'> {
  readonly hasSecret: boolean;
  readonly offers: Readonly<Record<string, string>>;
  readonly freeFireOffers: Readonly<Record<string, string>>;
  readonly spentToday: Centimes;
  readonly balance: Centimes | null;
  readonly balanceAt: string | null;
  readonly openOrders: number;
  readonly unknownOrders: number;
}
/** SQL: connections `c` as lists show them, in the order of `rest`. */
const selectShown = (rest: string): string => `
  SELECT c.id, c.supplier_id AS "supplierId", s.name AS "supplierName", c.kind, c.settings, c.secret IS NOT NULL AS "hasSecret",
         c.daily_cap AS "dailyCap", c.paused, c.balance, c.balance_at AS "balanceAt",
         (SELECT coalesce(jsonb_object_agg(f.id, p.name || ' - ' || f.name), '{}')
            FROM jsonb_array_elements(c.settings -> 'articles') a
            JOIN offers f ON f.id = (a ->> 'offerId')::uuid JOIN products p ON p.id = f.product_id) AS offers,
         (SELECT coalesce(jsonb_object_agg(f.id, f.name), '{}')
            FROM jsonb_array_elements(c.settings -> 'topUps') t JOIN free_fire_offers f ON f.id = t ->> 'offerId') AS "freeFireOffers",
         ${spentTodaySql('c.id')} AS "spentToday",
         (SELECT count(*) FROM supplier_orders o WHERE o.connection_id = c.id AND o.status IN ('planned', 'sending', 'accepted')) AS "openOrders",
         (SELECT count(*) FROM supplier_orders o WHERE o.connection_id = c.id AND o.status = 'unknown') AS "unknownOrders"
    FROM supplier_connections c JOIN suppliers s ON s.id = c.supplier_id ${rest}`;

const shownById = statement<[id: number], ShownRow>(
  'supplier-connections.shown-by-id',
  selectShown('WHERE c.id = $1'),
);
const shownPage = statement<[before: number, limit: number], ShownRow>(
  'supplier-connections.page',
  selectShown('WHERE c.id < $1 ORDER BY c.id DESC LIMIT $2::int'),
);

const presentConnection = ({ settings, offers, freeFireOffers, ...row }: ShownRow): SupplierConnection => ({
  ...row,
  id: String(row.id),
  supplierId: String(row.supplierId),
  address: settings.address,
  articles: settings.articles.map(({ offerId, article, restock, maxUnitCost }) => ({
    offerId,
    offerName: offers[offerId] ?? '',
    article,
    restock,
    maxUnitCost: toDinars(maxUnitCost),
  })),
  topUps: settings.topUps.map(({ offerId, article, maxCost }) => ({
    offerId,
    offerName: freeFireOffers[offerId] ?? '',
    article,
    maxCost: toDinars(maxCost),
  })),
  dailyCap: toDinars(row.dailyCap),
  spentToday: toDinars(row.spentToday),
  balance: row.balance === null ? null : toDinars(row.balance),
});

/** A connection as administrators see it, without its secret. */
export const showConnection = async (db: Queryable, id: number): Promise<SupplierConnection> =>
  presentConnection(await shownById.one(db, id));

/** The same, page by page, the newest first: one row more than `limit`, if there is one. */
export const showConnections = async (
  db: Queryable,
  before: number,
  limit: number,
): Promise<SupplierConnection[]> => (await shownPage.all(db, before, limit)).map(presentConnection);

const secretKey = (vault: Pick<CodeVault, 'derive'>) => vault.derive('supplier-secrets');
/** Keyed hash of a secret as it was typed, to know it again in a repeated call. */
export const supplierSecretHash = (vault: Pick<CodeVault, 'derive'>, secret: string): string =>
  createHmac('sha256', vault.derive('supplier-secret-hashes')).update(secret).digest('hex');
const boundTo = (connectionId: number) => `supplier-connection:${connectionId}`;

/** Seals the key of a supplier's API: it opens for its connection alone. */
export const sealSupplierSecret = (
  vault: Pick<CodeVault, 'derive'>,
  connectionId: number,
  secret: string,
): Buffer => sealBytes(secretKey(vault), boundTo(connectionId), Buffer.from(secret));

/** How orders reach the supplier of a connection. @returns undefined for a kind that this version does not know */
export function adapterOf(
  { db, outbound, vault }: Pick<Services, 'db' | 'outbound' | 'vault'>,
  { id, kind, settings, secret }: ConnectionRow,
): SupplierAdapter | undefined {
  return supplierKind(kind)?.make({
    db,
    outbound,
    connectionId: id,
    address: settings.address,
    secret: secret === null ? '' : openBytes(secretKey(vault), boundTo(id), secret).toString('utf8'),
  });
}
