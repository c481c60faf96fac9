import { limits, rateLimits } from '@almas/contract/limits';
import { stored } from '@almas/locale';
import { cashiersOnSql, soldTodaySql, todaySql } from '../../authorization/cashiers.ts';
import { liveSessionSql } from '../../authorization/identity.ts';
import { liveKeySql } from '../../authorization/key-identity.ts';
import { duplicateOf, isConflict, isStatementError } from '../../database/failures.ts';
import type { Queryable } from '../../database/pool.ts';
import { readSqlFile } from '../../database/sql-file.ts';
import { statement } from '../../database/statement.ts';
import { type CountedAction, countAttemptSql } from '../../limits/rate-limit.ts';

export interface SaleParams {
  /** null: the account of the session. */
  readonly buyerId: string | null;
  readonly idempotencyKey: string | null;
  readonly productId: string;
  readonly offerId: string;
  readonly quantity: number;
  readonly inputHash: Buffer;
  /** Per hour, for an account without a limit of its own. */
  readonly attemptsAllowed: number;
  readonly notify: boolean;
  /** It counts as an attempt and starts at the offer's oldest sellable code. */
  readonly isFirstTry: boolean;
  /** SHA-256 of the session's token. */
  readonly sessionHash: Buffer | null;
  /** In centimes, as the buyer was shown it; null: not given. */
  readonly expectedUnitPrice: number | null;
  /** Name of the product; name, value and region of the offer, as the buyer was shown them; null: not given. */
  readonly expectedOffer: readonly string[] | null;
}

/** A sale by a program with an API key. The account, its product and what it may buy follow from the key and the offer. */
export interface KeySaleParams {
  readonly keyHash: Buffer;
  readonly keyId: string;
  readonly address: string;
  readonly reference: string;
  readonly offerId: string;
  readonly quantity: number;
  readonly inputHash: Buffer;
  /** Per minute, of the key. */
  readonly attemptsAllowed: number;
  readonly isFirstTry: boolean;
  /** In centimes: a higher price sells nothing. */
  readonly maxUnitPrice: number;
}

/** The parameters of the statement, in their order. */
const parameters = [
  'buyerId',
  'idempotencyKey',
  'productId',
  'offerId',
  'quantity',
  'inputHash',
  'attemptsAllowed',
  'notify',
  'isFirstTry',
  'sessionHash',
  'expectedUnitPrice',
  'expectedOffer',
] as const satisfies readonly (keyof SaleParams)[];

/** The values of `parameters`. */
export const saleValues = (params: SaleParams): unknown[] => parameters.map((name) => params[name]);

export interface SoldCode {
  id: number;
  sealed: string;
  keyId: number;
}

export interface SaleRow {
  /** The key has bought before: nothing was sold now. */
  keyUsed: boolean;
  /** null when this try was not counted. */
  attempts: number | null;
  secondsLeft: number | null;
  /** null: the account may not buy. */
  attemptsAllowed: number | null;
  purchaseId: number | null;
  buyerId: string;
  productName: string;
  offerName: string;
  game: string;
  value: string;
  unitPrice: number;
  totalCost: number;
  /** ISO 8601 as written by the database's JSON: with its offset, to the microsecond. */
  createdAt: string;
  codes: SoldCode[] | null;
}

// format() of PostgreSQL fills these in: %1$s is the product, %2$s the offer, %3$s the amount in DA.
const notification = stored.notifications.purchase('%1$s', '%2$s', '%3$s');

/** What differs by who sells. The texts are part of the statement: those of a person's sale are measured (`npm run bench`). */
interface Variant {
  readonly parameters: readonly string[];
  readonly windowSeconds: number;
  readonly limitAction: CountedAction;
  readonly fragments: Readonly<Record<VariantFragment, string>>;
  readonly expectsOffer: boolean;
  readonly notifies: boolean;
}
type VariantFragment =
  | 'allowed'
  | 'acting'
  | 'used'
  | 'limit_subject'
  | 'asked_product'
  | 'asked_price'
  | 'record'
  | 'till'
  | 'debited'
  | 'purchase_columns'
  | 'purchase_values'
  | 'answered_product';

/** The text of sell-codes.sql, with the parameters, constants and fragments of a variant filled in. */
const sqlOf = ({
  parameters: named,
  windowSeconds,
  limitAction,
  fragments,
  expectsOffer,
  notifies,
}: Variant): string =>
  readSqlFile('sell-codes.sql', import.meta.url, {
    parameters: named,
    constants: {
      window_seconds: windowSeconds,
      limit_action: limitAction,
      quantity_min: limits.purchaseQuantity.min,
      quantity_max: limits.purchaseQuantity.max,
      description: stored.purchase.description('%1$s', '%2$s'),
      notification_title: notification.title,
      notification_message: notification.message,
      // As formatNotified writes it.
      thousands_separator: '\u00a0',
    },
    fragments: {
      count_attempt: countAttemptSql,
      ...fragments,
      ...(!expectsOffer && { expected_offer: 'NULL' }),
      ...(!notifies && { notify: 'false' }),
    },
  });

/** What the sales of an account and of its cashiers share. */
const sessionSale = {
  windowSeconds: rateLimits.purchase.windowSeconds,
  limitAction: 'purchase',
  expectsOffer: true,
  notifies: true,
} as const;
const session = liveSessionSql(':session_hash::bytea');
const sessionFragments = {
  allowed: 'coalesce(purchases_per_hour, :attempts_allowed::int)',
  used: 'SELECT FROM idempotency_keys WHERE user_id = (SELECT id FROM buyer) AND key = :idempotency_key::text',
  limit_subject: 'b.id::text',
  asked_product: 'p.id = :product_id::uuid',
  asked_price: 'price_refusal(o.price, :expected_unit_price::bigint) IS NULL',
  answered_product: '',
  record: `INSERT INTO idempotency_keys (user_id, key, operation, input_hash, answer) SELECT user_id, :idempotency_key, 'purchases.create', :input_hash::bytea, jsonb_build_object('purchaseId', purchase_id) FROM sold WHERE :idempotency_key IS NOT NULL`,
};
/** Nothing is counted before the debit. */
const plainDebit = {
  till: '',
  debited: 'sale',
  purchase_columns: 'created_at',
  purchase_values: 'created_at',
};

/** The sale of an account itself, with a session or inside the server: it refuses the session of a cashier. */
export const sellCodesSql = sqlOf({
  ...sessionSale,
  parameters,
  fragments: {
    ...sessionFragments,
    ...plainDebit,
    acting: `coalesce(:buyer_id::uuid, (SELECT s.user_id FROM sessions s WHERE ${session} AND s.staff_id IS NULL))`,
  },
});

/**
 * The sale of a cashier, on the wallet of the reseller. Before the debit it locks the account, then the session (the order of the two
 * clauses), and counts the sale against the cashier's cap of the day. Under the lock the debit cannot fail any more: what is counted is
 * sold. A cashier, a device or a session that is withdrawn meanwhile has either been committed and is seen, or waits. Without joins
 * where a value does: PostgreSQL sets up every join of a statement at each execution. Only the token is a condition on the session: with
 * others the planner may read the sessions of all cashiers.
 */
export const sellAsCashierSql = sqlOf({
  ...sessionSale,
  parameters: [...parameters, 'cashiersForced'],
  fragments: {
    ...sessionFragments,
    acting: `coalesce(:buyer_id::uuid, (SELECT CASE WHEN s.staff_id IS NULL THEN NULL ELSE s.user_id END FROM sessions s WHERE ${session} AND ${cashiersOnSql(':cashiers_forced')}))`,
    till: ` seat AS MATERIALIZED (
    SELECT s.staff_id FROM users u, sessions s
     WHERE u.id = (SELECT buyer_id FROM sale) AND u.frozen_at IS NULL AND u.status = 'active' AND NOT u.disabled
       AND u.balance >= (SELECT total FROM sale) AND ${session}
       FOR NO KEY UPDATE OF u FOR KEY SHARE OF s
  ), till AS (
    UPDATE staff t SET spent = ${soldTodaySql} + (SELECT total FROM sale), spent_on = ${todaySql}
     WHERE t.id = (SELECT staff_id FROM seat) AND t.owner_id = (SELECT buyer_id FROM sale) AND t.status = 'active'
       AND ${soldTodaySql} + (SELECT total FROM sale) <= t.daily_cap
    RETURNING t.id AS staff_id, t.till AS number
  ),`,
    debited: 'sale WHERE EXISTS (SELECT FROM till)',
    purchase_columns: 'created_at, staff_id, till',
    purchase_values: 'created_at, (SELECT staff_id FROM till), (SELECT number FROM till)',
  },
});

/** The parameters of the sale by a key, in their order. */
const keyParameters = [
  'keyHash',
  'keyId',
  'address',
  'reference',
  'offerId',
  'quantity',
  'inputHash',
  'attemptsAllowed',
  'isFirstTry',
  'maxUnitPrice',
] as const satisfies readonly (keyof KeySaleParams)[];

/**
 * The sale of a program with an API key. The key is share-locked until the commit: its revocation waits, and a sale that waited for the
 * revocation sells nothing. The reference is kept for ever, beside no key of `idempotency_keys`, which are forgotten after two days.
 */
export const sellByKeySql = sqlOf({
  parameters: keyParameters,
  windowSeconds: 60,
  limitAction: 'api_order',
  expectsOffer: false,
  notifies: false,
  fragments: {
    ...plainDebit,
    allowed: ':attempts_allowed::int',
    acting: `(SELECT k.user_id FROM api_keys k WHERE ${liveKeySql(':key_hash::bytea', 'orders', ':address::text')} FOR KEY SHARE)`,
    used: 'SELECT FROM api_orders WHERE user_id = (SELECT id FROM buyer) AND reference = :reference::text',
    limit_subject: ':key_id::text',
    asked_product: 'true',
    answered_product: ` 'productId', s.product_id,`,
    asked_price: 'price_refusal(o.price, NULL) IS NULL AND o.price <= :max_unit_price::bigint',
    record: `INSERT INTO api_orders (user_id, reference, purchase_id, input_hash, key_id)
      SELECT user_id, :reference, purchase_id, :input_hash::bytea, :key_id::bigint FROM sold`,
  },
});

const sell = statement<unknown[], { sale: SaleRow }>('purchases.sell', sellCodesSql);
const sellByKey = statement<unknown[], { sale: KeySaleRow }>('purchases.sell-by-key', sellByKeySql);
const sellAsCashier = statement<unknown[], { sale: SaleRow }>('purchases.sell-as-cashier', sellAsCashierSql);

/** The session is a cashier's. `forced`: EXTENSIONS turns `cashiers` on. */
interface AsCashier {
  readonly forced: boolean;
}

/** The sale by a program, which names no product. */
type KeySaleRow = SaleRow & { readonly productId: string };

/** The result of one try. `same-key`: a concurrent call with this key has bought. */
export type SaleOutcome = SaleRow | 'same-key';

/**
 * One try of a sale. A notification that cannot be written does not prevent the sale: the statement, which was rolled back as a
 * whole, runs again without it, and `onNotificationFailure` gets the error. (When a trigger fails, the database does not say
 * for which table; with any other cause the second run fails too.)
 * Of two concurrent calls with one key the slower one is rolled back and returns `same-key`.
 */
export async function sellCodes(
  db: Queryable,
  params: SaleParams,
  onNotificationFailure: (error: unknown) => void,
  asCashier?: AsCashier,
): Promise<SaleOutcome> {
  try {
    return await sellUnderKey(db, params, asCashier);
  } catch (error) {
    // Unless the database has refused the statement, the sale may have committed: the caller finds out by its key.
    if (isConflict(error) || !isStatementError(error)) throw error;
    const sale = await sellUnderKey(db, { ...params, notify: false }, asCashier);
    onNotificationFailure(error);
    return sale;
  }
}

async function sellUnderKey(
  db: Queryable,
  params: SaleParams,
  asCashier: AsCashier | undefined,
): Promise<SaleOutcome> {
  try {
    const values = saleValues(params);
    const row = await (asCashier
      ? sellAsCashier.one(db, ...values, asCashier.forced)
      : sell.one(db, ...values));
    return row.sale;
  } catch (error) {
    if (duplicateOf(error) === 'idempotency_keys_pkey') return 'same-key';
    throw error;
  }
}

/**
 * One try of a sale by a program. Of concurrent calls with one reference the slower ones are rolled back and return `same-reference`.
 */
export async function sellCodesByKey(
  db: Queryable,
  params: KeySaleParams,
): Promise<KeySaleRow | 'same-reference'> {
  try {
    const values = keyParameters.map((name) => params[name]);
    return (await sellByKey.one(db, ...values)).sale;
  } catch (error) {
    if (duplicateOf(error) === 'api_orders_pkey') return 'same-reference';
    throw error;
  }
}
