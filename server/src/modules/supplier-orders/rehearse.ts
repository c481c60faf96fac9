import { supplierLimits } from '@almas/contract/limits';
import { supplierOrders } from '@almas/contract/supplier-orders';
import { stored } from '@almas/locale';
import { AppError } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { toCentimes } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';
import { insertProduct } from '../products/create-product.ts';
import { scenarios } from './adapters/simulator.ts';
import { type ConnectionRow, lockConnection } from './connections.store.ts';
import { orderEvents } from './orders.store.ts';
import { planOrder } from './place-order.ts';

const words = stored.supplierOrders.rehearsal;
const quantity = 4;
/** In DA. */
const maxUnitCost = 100;

/** The row stays locked: two rehearsals at once share one supplier and one product. */
const supplier = statement<[name: string], { id: number }>(
  'rehearsals.supplier',
  `INSERT INTO suppliers (name) VALUES ($1) ON CONFLICT (lower(name)) DO UPDATE SET archived_at = NULL RETURNING id`,
);
const connectionOf = statement<[supplierId: number], { id: number }>(
  'rehearsals.connection',
  `SELECT id FROM supplier_connections WHERE supplier_id = $1 AND kind = 'simulator' ORDER BY id LIMIT 1`,
);
const connect = statement<{ supplierId: number; dailyCap: number; changedBy: string }, { id: number }>(
  'rehearsals.connect',
  `INSERT INTO supplier_connections (supplier_id, kind, settings, daily_cap, changed_by)
   VALUES (:supplier_id, 'simulator', '{"address": "", "articles": [], "topUps": []}', :daily_cap, :changed_by) RETURNING id`,
);
const setSettings = statement<[id: number, settings: string]>(
  'rehearsals.set-settings',
  'UPDATE supplier_connections SET settings = $2::jsonb WHERE id = $1',
);
/** The order that is charged too much has paused it. */
const resume = statement<[id: number]>(
  'rehearsals.resume',
  'UPDATE supplier_connections SET paused = false WHERE id = $1 AND paused',
);
const drafts = statement<[ids: readonly string[]], { id: string }>(
  'rehearsals.drafts',
  `SELECT f.id FROM offers f JOIN products p ON p.id = f.product_id
    WHERE f.id = ANY ($1::uuid[]) AND f.deleted_at IS NULL AND p.deleted_at IS NULL AND p.status = 'draft'`,
);

/** A draft product, which resellers never see, with one offer for each thing that can go wrong. @returns the ids of its offers */
async function createDraft(tx: DbTransaction): Promise<string[]> {
  const empty = { category: '', description: '', imageUrl: '', redeemText: '', redeemLink: '' };
  const product = await insertProduct(
    tx,
    { ...empty, name: words.product, game: words.game, status: 'draft' },
    scenarios.map((scenario) => ({
      name: words.scenarios[scenario],
      value: scenario,
      price: maxUnitCost,
      region: 'DZ',
    })),
  );
  return product.offers.map(({ id }) => id);
}

/** The simulator's connection, with an offer of a draft product for each scenario. */
async function prepareConnection(tx: DbTransaction, adminId: string): Promise<ConnectionRow> {
  const { id: supplierId } = await supplier.one(tx, words.supplier);
  const known = await connectionOf.first(tx, supplierId);
  const dailyCap = toCentimes(supplierLimits.dailyCapMax);
  const { id } = known ?? (await connect.one(tx, { supplierId, dailyCap, changedBy: adminId }));
  await resume.run(tx, id);
  const connection = await lockConnection(tx, id);
  const { articles } = connection.settings;
  const found = await drafts.all(
    tx,
    articles.map(({ offerId }) => offerId),
  );
  if (articles.length === scenarios.length && found.length === articles.length) return connection;
  const offerIds = await createDraft(tx);
  const settings = {
    address: '',
    articles: scenarios.map((article, at) => ({
      offerId: offerIds[at] ?? '',
      article,
      restock: 0,
      maxUnitCost: toCentimes(maxUnitCost),
    })),
    topUps: [],
  };
  await setSettings.run(tx, id, JSON.stringify(settings));
  return { ...connection, settings };
}

/** Orders once for each thing that can go wrong, from the simulated supplier. A scenario whose last order is still open is left out. */
export const rehearse = command(supplierOrders.rehearse, {
  key: { operation: 'supplier-orders.rehearse', input: () => ({}) },
  run: async ({ tx, actor }) => {
    const connection = await prepareConnection(tx, actor.id);
    let orders = 0;
    for (const { offerId } of connection.settings.articles) {
      const maxCost = toCentimes(quantity * maxUnitCost);
      try {
        await planOrder(tx, connection, { offerId, quantity, maxCost, orderedBy: actor.id });
        orders += 1;
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'SUPPLIER_ORDER_OPEN')) throw error;
      }
    }
    return {
      response: { connectionId: String(connection.id), orders },
      effects: {
        audit: {
          action: 'supplier-order.rehearse',
          subject: { type: 'supplier_connection', id: String(connection.id), name: words.supplier },
          after: { orders },
        },
        events: [...orderEvents, ['everyone', { type: 'catalogue' }]],
      },
    };
  },
});
