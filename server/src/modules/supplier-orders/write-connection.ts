import { isDeepStrictEqual } from 'node:util';
import type { SupplierConnectionInput } from '@almas/contract/forms';
import { supplierOrders } from '@almas/contract/supplier-orders';
import type { z } from 'zod';
import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { storableJson } from '../../database/storable-json.ts';
import { parseIdOrZero, parseUuidOrNil } from '../../ids.ts';
import { toCentimes, toDinars } from '../../money/amount.ts';
import type { OutboundClient } from '../../outbound/outbound-client.ts';
import { command, nothingChanged } from '../../pipeline/command.ts';
import { supplierKind } from './adapters/index.ts';
import {
  type ConnectionRow,
  lockConnection,
  type StoredSettings,
  sealSupplierSecret,
  showConnection,
  supplierSecretHash,
} from './connections.store.ts';
import { orderEvents } from './orders.store.ts';

type GivenSettings = z.output<typeof SupplierConnectionInput>['settings'];

const insert = statement<
  {
    supplierId: number;
    kind: string;
    settings: string;
    dailyCap: number;
    paused: boolean;
    changedBy: string;
  },
  { id: number }
>(
  'supplier-connections.insert',
  `INSERT INTO supplier_connections (supplier_id, kind, settings, daily_cap, paused, changed_by)
   VALUES (:supplier_id, :kind, :settings::jsonb, :daily_cap, :paused, :changed_by) RETURNING id`,
);
const update = statement<{
  id: number;
  settings: string;
  dailyCap: number;
  paused: boolean;
  changedBy: string;
}>(
  'supplier-connections.update',
  `UPDATE supplier_connections SET settings = :settings::jsonb, daily_cap = :daily_cap, paused = :paused, changed_by = :changed_by,
          changed_at = clock_timestamp(), balance_due_at = clock_timestamp()
    WHERE id = :id`,
);
const setSecret = statement<[id: number, secret: Buffer | null]>(
  'supplier-connections.set-secret',
  'UPDATE supplier_connections SET secret = $2 WHERE id = $1',
);
const openSupplier = statement<[id: number], { id: number; name: string }>(
  'supplier-connections.supplier',
  'SELECT id, name FROM suppliers WHERE id = $1 AND archived_at IS NULL',
);
const known = statement<[ids: readonly string[]], { id: string; isDraft: boolean }>(
  'supplier-connections.offers',
  `SELECT f.id, p.status = 'draft' AS "isDraft" FROM offers f JOIN products p ON p.id = f.product_id
    WHERE f.id = ANY ($1::uuid[]) AND f.deleted_at IS NULL AND p.deleted_at IS NULL`,
);

const knownTopUps = statement<[ids: readonly string[]], { id: string }>(
  'supplier-connections.free-fire-offers',
  'SELECT id FROM free_fire_offers WHERE id = ANY ($1::text[])',
);

/** @throws AppError SUPPLIER_ADDRESS_INVALID */
function checkAddress(outbound: OutboundClient, kind: string, address: string): void {
  if (!supplierKind(kind)?.hasAddress) return;
  try {
    outbound.check(address);
  } catch {
    throw fail('SUPPLIER_ADDRESS_INVALID');
  }
}

/** The key goes to the server that it was typed for: for another one it is typed again. @throws AppError SUPPLIER_SECRET_REQUIRED */
function checkSecretStays(
  before: ConnectionRow,
  after: StoredSettings,
  given: string | null | undefined,
): void {
  const serverOf = ({ address }: StoredSettings) => (URL.canParse(address) ? new URL(address).origin : '');
  if (before.secret !== null && given === undefined && serverOf(after) !== serverOf(before.settings))
    throw fail('SUPPLIER_SECRET_REQUIRED');
}

/** The settings as they are stored: money in centimes. */
const inCentimes = ({ address, articles, topUps }: GivenSettings): StoredSettings => ({
  address,
  articles: articles.map((article) => ({
    ...article,
    offerId: parseUuidOrNil(article.offerId),
    maxUnitCost: toCentimes(article.maxUnitCost),
  })),
  topUps: topUps.map((topUp) => ({ ...topUp, maxCost: toCentimes(topUp.maxCost) })),
});

interface OfOffer {
  readonly offerId: string;
}
/** An offer may be deleted after it was named: it stays until it is taken out. @throws AppError OFFER_NOT_FOUND */
function checkNew(
  named: readonly OfOffer[],
  before: readonly OfOffer[],
  found: readonly { id: string }[],
): void {
  const known = new Set([...before.map(({ offerId }) => offerId), ...found.map(({ id }) => id)]);
  if (named.some(({ offerId }) => !known.has(offerId))) throw fail('OFFER_NOT_FOUND');
}

/**
 * @param before the settings that these replace
 * @throws AppError OFFER_NOT_FOUND, SUPPLIER_ARTICLE_INVALID for an offer that is named twice, SIMULATOR_NEEDS_DRAFT,
 *   SUPPLIER_TOPS_UP_NOTHING
 */
async function storedSettings(
  db: Queryable,
  kind: string,
  given: GivenSettings,
  before?: StoredSettings,
): Promise<StoredSettings> {
  const { address, articles, topUps } = inCentimes(given);
  const ids = articles.map(({ offerId }) => offerId);
  if (new Set(ids).size < ids.length) throw fail('SUPPLIER_ARTICLE_INVALID');
  const offers = await known.all(db, ids);
  checkNew(articles, before?.articles ?? [], offers);
  if (kind === 'simulator' && offers.some(({ isDraft }) => !isDraft)) throw fail('SIMULATOR_NEEDS_DRAFT');
  if (topUps.length > 0 && !supplierKind(kind)?.topsUp) throw fail('SUPPLIER_TOPS_UP_NOTHING');
  const topUpIds = topUps.map(({ offerId }) => offerId);
  if (new Set(topUpIds).size < topUpIds.length) throw fail('SUPPLIER_ARTICLE_INVALID');
  checkNew(topUps, before?.topUps ?? [], await knownTopUps.all(db, topUpIds));
  return { address: supplierKind(kind)?.hasAddress ? address : '', articles, topUps };
}

/** What the audit trail says of a connection: never its secret. */
const figuresOf = ({
  kind,
  settings,
  dailyCap,
  paused,
}: Pick<ConnectionRow, 'kind' | 'settings' | 'dailyCap' | 'paused'>) => ({
  kind,
  ...(settings.address !== '' && { address: settings.address }),
  articles: settings.articles.length,
  topUps: settings.topUps.length,
  dailyCap: toDinars(dailyCap),
  paused,
});

/** @throws AppError SUPPLIER_NOT_FOUND, also of an archived one */
export const connectSupplier = command(supplierOrders.connect, {
  key: {
    operation: 'supplier-orders.connect',
    // The secret by a keyed hash: the input hash is stored with the key.
    input: ({ body: { secret, ...body } }, { vault }) => ({
      ...body,
      ...(secret && { secret: supplierSecretHash(vault, secret) }),
    }),
  },
  prepare: ({ services: { outbound }, body: { kind, settings } }) => {
    if (!supplierKind(kind)) throw fail('SUPPLIER_KIND_UNKNOWN');
    checkAddress(outbound, kind, settings.address);
  },
  run: async ({ services: { vault }, tx, actor, body }) => {
    const { kind, secret, paused } = body;
    const supplier = await openSupplier.first(tx, parseIdOrZero(body.supplierId));
    if (!supplier) throw fail('SUPPLIER_NOT_FOUND');
    const settings = await storedSettings(tx, kind, body.settings);
    const dailyCap = toCentimes(body.dailyCap);
    const { id } = await insert.one(tx, {
      supplierId: supplier.id,
      kind,
      settings: storableJson(settings),
      dailyCap,
      paused,
      changedBy: actor.id,
    });
    if (secret) await setSecret.run(tx, id, sealSupplierSecret(vault, id, secret));
    return {
      response: await showConnection(tx, id),
      effects: {
        audit: {
          action: 'supplier-connection.create',
          subject: { type: 'supplier_connection', id: String(id), name: supplier.name },
          after: figuresOf({ kind, settings, dailyCap, paused }),
        },
        events: orderEvents,
      },
    };
  },
});

/**
 * A secret that is left out stays; null removes it. With `expected` the call is refused when a colleague has changed the settings since,
 * so that their articles and prices are not overwritten unseen.
 */
export const updateConnection = command(supplierOrders.updateConnection, {
  run: async ({ services: { vault, outbound }, tx, actor, params, body }) => {
    const before = await lockConnection(tx, parseIdOrZero(params.id));
    const { id, kind } = before;
    if (body.settings) checkAddress(outbound, kind, body.settings.address);
    const after = {
      kind,
      settings: body.settings
        ? await storedSettings(tx, kind, body.settings, before.settings)
        : before.settings,
      dailyCap: body.dailyCap === undefined ? before.dailyCap : toCentimes(body.dailyCap),
      paused: body.paused ?? before.paused,
    };
    if (
      body.expected &&
      !isDeepStrictEqual(after.settings, before.settings) &&
      !isDeepStrictEqual(inCentimes(body.expected), before.settings)
    )
      throw fail('SUPPLIER_CONNECTION_CHANGED');
    checkSecretStays(before, after.settings, body.secret);
    const hasNewSecret = body.secret !== undefined;
    const isChanged =
      hasNewSecret ||
      JSON.stringify(after) !==
        JSON.stringify({ kind, settings: before.settings, dailyCap: before.dailyCap, paused: before.paused });
    if (isChanged) {
      await update.run(tx, {
        id,
        settings: storableJson(after.settings),
        dailyCap: after.dailyCap,
        paused: after.paused,
        changedBy: actor.id,
      });
      if (hasNewSecret)
        await setSecret.run(tx, id, body.secret ? sealSupplierSecret(vault, id, body.secret) : null);
    }
    return {
      response: await showConnection(tx, id),
      effects: {
        audit: isChanged
          ? {
              action: 'supplier-connection.update',
              subject: { type: 'supplier_connection', id: String(id), name: before.supplierName },
              before: figuresOf(before),
              after: { ...figuresOf(after), ...(hasNewSecret && { secretChanged: true }) },
            }
          : nothingChanged,
        events: orderEvents,
      },
    };
  },
});
