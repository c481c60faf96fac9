import { auditTrail as words } from '@almas/locale/screens/audit-trail';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { changesOf } from '../../web/src/features/audit-trail/changes.ts';
import { testApp } from '../support/app.ts';
import { routes } from '../support/contract-samples.ts';
import { eventually } from '../support/eventually.ts';
import { holdRows } from '../support/row-locks.ts';
import { codesPath, createProduct, importCodes, newCodes, offerOf } from '../support/shop.ts';
import { call, createUser, type TestUser } from '../support/users.ts';

/*
 * P22: each write of an administrator adds one row to the audit trail: who, on whom, before, after, from where. The routes come from the
 * contract, so that a new one without its scenario fails here.
 */
const { server, services, query } = await testApp({
  config: { extensions: new Set(['credit', 'claims', 'admin-scopes', 'suppliers']) },
  services: { now: () => new Date('2026-03-02T11:00:00Z') },
});
const admin = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Cherif' });
const userAgent = 'trail test';
const proof = 'https://exemple.dz/preuve.png';

/** A call that succeeds, and the audit row that it must add. */
interface Scenario {
  /** `:name` parameters of the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The content type of a body that is not JSON. */
  readonly type?: string;
  readonly key?: string;
  /** The subject; read from the response when the call creates it. */
  readonly subject: string | ((body: { id: string; address?: string }) => string);
  /** undefined: no values before. */
  readonly before?: object;
  readonly after?: object;
}

const reseller = (balance = 0) => createUser(server, services, balance ? { balance } : {});
const product = () => createProduct(admin);
const priceLevel = async () =>
  (await admin.post('/api/price-levels', { name: `Niveau ${newCodes(1)}` })).body;
/** A price list of one change, compared with the prices in force. */
async function comparedList() {
  const lines = [{ offer: offerOf(await product()).id, prices: [{ price: 95 }] }];
  const { version } = (await admin.post('/api/price-lists/preview', { lines })).body;
  return { lines, version };
}
const offerParams = (made: Awaited<ReturnType<typeof product>>) => ({
  id: made.id,
  offerId: offerOf(made).id,
});

async function rechargeRequest(): Promise<string> {
  const owner = await reseller();
  return (await owner.post('/api/recharge-requests', { amount: 500, method: 'ccp' })).body.id;
}

const bankAccount = async (): Promise<string> =>
  (await admin.post('/api/bank-accounts', { name: `Compte ${newCodes(1)}`, method: 'ccp' })).body.id;

async function bankLine(): Promise<string> {
  const account = await bankAccount();
  await admin.post('/api/bank-lines/import', { account, lines: [{ day: '2025-03-04', amount: 730 }] });
  const { items } = (await admin.get('/api/bank-lines?limit=200')).body;
  return items.find(({ accountId }: { accountId: string }) => accountId === account).id;
}

/** A reseller who owes 1,000 DA. */
async function debtor(): Promise<string> {
  const { id, ...owner } = await reseller();
  await admin.put(`/api/users/${id}/credit-terms`, { limit: 1_000, days: 7, suspended: false });
  await owner.post('/api/advances', { amount: 1_000 });
  return id;
}

/** Cash that another administrator hands over. @returns the call that it answered */
async function remittance(by: TestUser): Promise<{ id: string }> {
  await by.post(`/api/users/${await debtor()}/payments`, { amount: 700 });
  return (await by.post('/api/cash-remittances', { amount: 700 })).body;
}

/** The simulated supplier without open orders, and an offer that it delivers. */
async function rehearsal(): Promise<{ connectionId: string; offerId: string }> {
  const { connectionId } = (await admin.post('/api/supplier-rehearsals', {})).body;
  for (const { id } of (await admin.get('/api/supplier-orders?status=planned')).body.items)
    await admin.post(`/api/supplier-orders/${id}/resolve`, { outcome: 'failed', evidence: 'Répétition' });
  const { items } = (await admin.get('/api/supplier-connections')).body;
  const { articles } = items.find(({ id }: { id: string }) => id === connectionId);
  return { connectionId, offerId: articles[0].offerId };
}

async function freeFireRequest(): Promise<string> {
  const owner = await reseller(10_000);
  const [offer] = (await owner.get('/api/free-fire/offers')).body.items;
  const order = { freeFireId: '12345678', offerId: offer.id, amount: offer.price };
  return (await owner.post('/api/free-fire/requests', order)).body.requestId;
}

async function deadLetter(): Promise<string> {
  const rows = await query<{ id: number }>(
    `INSERT INTO outbox (kind, payload, dead_at) VALUES ('telegram', '{"type":"alert"}', now()) RETURNING id`,
  );
  return String(rows[0]?.id);
}

/** An exported list: the audit row names it and its filters. */
const exported =
  (list: string, body: object, filters: string): (() => Promise<Scenario>) =>
  async () => ({ body, subject: list, after: { filters } });

const scenarios: Record<string, () => Promise<Scenario>> = {
  'users.activate': async () => {
    const { id } = await createUser(server, services, { status: 'pending' });
    return { params: { id }, subject: id, before: { status: 'pending' }, after: { status: 'active' } };
  },
  'users.deactivate': async () => {
    const { id } = await reseller();
    const body = { reason: 'Fermé' };
    const after = { status: 'inactive', ...body };
    return { params: { id }, body, subject: id, before: { status: 'active' }, after };
  },
  'users.resetPassword': async () => {
    const { id } = await reseller();
    return { params: { id }, subject: id };
  },
  'users.changeEmail': async () => {
    const { id, email: expectedEmail } = await reseller();
    const body = { email: `reprise-${id}@exemple.dz`, expectedEmail };
    return { params: { id }, body, subject: id, after: { sessions: 1 } };
  },
  'users.endSessions': async () => {
    const { id } = await reseller();
    return { params: { id }, subject: id, after: { sessions: 1 } };
  },
  'users.requireSecondFactor': async () => {
    const { id } = await reseller();
    const before = { secondFactorRequired: false };
    return {
      params: { id },
      body: { required: true },
      subject: id,
      before,
      after: { secondFactorRequired: true },
    };
  },
  'users.setPurchaseLimit': async () => {
    const { id } = await reseller();
    const byDefault = services.config.rateLimits.purchase;
    return {
      params: { id },
      body: { perHour: 60 },
      subject: id,
      before: { purchasesPerHour: byDefault, isOwnLimit: false },
      after: { purchasesPerHour: 60, isOwnLimit: true },
    };
  },
  'users.resetSecondFactor': async () => {
    const { id } = await reseller();
    return { params: { id }, subject: id };
  },
  'wallet.recharge': async () => {
    const { id } = await reseller(100);
    const body = { amount: 50, note: 'Espèces' };
    const after = { balance: 150, ...body };
    return { params: { id }, body, key: `recharge-${id}`, subject: id, before: { balance: 100 }, after };
  },
  'wallet.debit': async () => {
    const { id } = await reseller(100);
    const [transaction] = (await admin.get(`/api/users/${id}/transactions`)).body.items;
    const body = { amount: 30, transactionId: transaction.id };
    const after = { balance: 70, amount: 30 };
    return { params: { id }, body, key: `debit-${id}`, subject: id, before: { balance: 100 }, after };
  },
  'rechargeRequests.approve': async () => {
    const id = await rechargeRequest();
    const before = { status: 'pending', balance: 0 };
    const after = { status: 'approved', balance: 500, amount: 500 };
    return { params: { id }, body: {}, key: `approve-${id}`, subject: id, before, after };
  },
  'rechargeRequests.reject': async () => {
    const id = await rechargeRequest();
    const body = { reason: 'Illisible' };
    const after = { status: 'rejected', ...body };
    return { params: { id }, body, subject: id, before: { status: 'pending' }, after };
  },
  'products.create': async () => {
    const named = { name: 'Neuf', game: 'Jeu' };
    const body = { ...named, offers: [{ name: 'A', value: '1', price: 5 }] };
    return { body, subject: ({ id }) => id, after: named };
  },
  'products.update': async () => {
    const { id, name } = await product();
    const body = { name: 'Autre', game: 'Jeu' };
    return { params: { id }, body, subject: id, before: { name }, after: body };
  },
  'products.setStatus': async () => {
    const { id } = await product();
    const [before, after] = [{ status: 'active' }, { status: 'inactive' }];
    return { params: { id }, body: after, subject: id, before, after };
  },
  'features.change': async () => {
    const [before, after] = [{ enabled: false }, { enabled: true }];
    await admin.patch('/api/features/settings-sync', before);
    return { params: { name: 'settings-sync' }, body: after, subject: 'settings-sync', before, after };
  },
  'products.remove': async () => {
    const made = await product();
    await importCodes(admin, made, 3);
    const { id, name } = made;
    return { params: { id }, subject: id, before: { name }, after: { codesDeleted: 3 } };
  },
  'products.addOffer': async () => {
    const { id } = await product();
    const offer = { name: 'B', value: '2', price: 7.5 };
    return { params: { id }, body: offer, subject: id, after: offer };
  },
  'products.updateOffer': async () => {
    const made = await product();
    const [before, after] = [{ price: offerOf(made).price }, { price: 175.5 }];
    const params = offerParams(made);
    return { params, body: after, subject: params.offerId, before, after };
  },
  'pictures.upload': async () => ({
    body: await sharp({ create: { width: 20, height: 10, channels: 3, background: 'teal' } })
      .png()
      .toBuffer(),
    type: 'image/png',
    subject: ({ address }) => /[0-9a-f]{64}/.exec(address ?? '')?.[0] ?? '',
    after: { width: 20, height: 10 },
  }),
  'codes.import': async () => {
    const params = offerParams(await product());
    const after = { imported: 4, duplicates: 0 };
    return { params, body: { codes: newCodes(4) }, subject: params.offerId, after };
  },
  'codes.export': async () => {
    const made = await product();
    await importCodes(admin, made, 2);
    const params = offerParams(made);
    return { params, subject: params.offerId, after: { exported: 2 } };
  },
  'purchases.reveal': async () => {
    const made = await product();
    await importCodes(admin, made, 2);
    const buyer = await reseller(10_000);
    const order = { productId: made.id, offerId: offerOf(made).id, quantity: 2 };
    const { id } = (await buyer.post('/api/purchases', order)).body;
    const body = { reason: 'Code refusé' };
    return { params: { id }, body, subject: id, after: { userId: buyer.id, revealed: 2, ...body } };
  },
  'codes.decideWithheld': async () => {
    const made = await product();
    await importCodes(admin, made, 1);
    const rows = await query<{ id: number }>(
      `INSERT INTO withheld_codes (id, product_id, offer_id, sealed, key_id, canonical_fingerprint, reason,
               duplicate_of, created_at)
             SELECT nextval('codes_id_seq'), product_id, offer_id, sealed, key_id, canonical_fingerprint, 'duplicate', id,
               created_at FROM codes WHERE offer_id = $1 RETURNING id`,
      offerOf(made).id,
    );
    const id = String(rows[0]?.id);
    const after = { codes: [id] };
    return { params: { id }, body: { decision: 'discard' }, subject: offerOf(made).id, after };
  },
  'codeBatches.recall': async () => {
    const params = offerParams(await product());
    const path = `/api/products/${params.id}/offers/${params.offerId}/codes`;
    const { batchId } = (await admin.post(path, { codes: newCodes(2) })).body;
    const body = { reason: 'Lot refusé par le fournisseur' };
    const after = { batchId, withheld: 2, sold: 0, ...body };
    return { params: { id: batchId }, body, subject: params.offerId, after };
  },
  'codeBatches.update': async () => {
    const params = offerParams(await product());
    const path = `/api/products/${params.id}/offers/${params.offerId}/codes`;
    const { batchId } = (await admin.post(path, { codes: newCodes(1), batch: { unitCost: 90 } })).body;
    const body = { unitCost: 95.5, label: 'Lot de mars' };
    const before = { batchId, unitCost: 90 };
    return { params: { id: batchId }, body, subject: params.offerId, before, after: { batchId, ...body } };
  },
  'stock.setThreshold': async () => {
    const params = offerParams(await product());
    const body = { minStock: 20, withholdDays: 3 };
    return { params, body, subject: params.offerId, before: { minStock: 0, withholdDays: 0 }, after: body };
  },
  'bank.createAccount': async () => {
    const body = { name: `Compte ${newCodes(1)}`, method: 'ccp' };
    return { body, subject: ({ id }) => id, after: { method: 'CCP' } };
  },
  'bank.import': async () => {
    const account = await bankAccount();
    const body = { account, lines: [{ day: '2025-03-04', amount: 730, reference: 'VIR' }] };
    const after = { importedLines: 1, knownLines: 0, matchedLines: 0, proposedLines: 0, newDays: 1 };
    return { body, subject: account, after };
  },
  'bank.removeStatement': async () => {
    const account = await bankAccount();
    await admin.post('/api/bank-lines/import', { account, lines: [{ day: '2025-03-04', amount: 730 }] });
    const { items } = (await admin.get(`/api/bank-accounts/${account}/statements`)).body;
    const before = {
      importedLines: 1,
      matchedLines: 0,
      explainedLines: 0,
      firstDay: '2025-03-04',
      lastDay: '2025-03-04',
    };
    return { params: { id: items[0].id }, subject: account, before };
  },
  'bank.match': async () => {
    const [id, requestId] = [await bankLine(), await rechargeRequest()];
    return { params: { id }, body: { requestId }, subject: id, after: { requestId } };
  },
  'bank.unmatch': async () => {
    const [id, requestId] = [await bankLine(), await rechargeRequest()];
    await admin.post(`/api/bank-lines/${id}/match`, { requestId });
    return { params: { id }, subject: id, before: { requestId } };
  },
  'bank.explain': async () => {
    const [id, body] = [await bankLine(), { reason: 'Dépôt du gérant' }];
    return { params: { id }, body, subject: id, after: body };
  },
  'bank.unexplain': async () => {
    const [id, before] = [await bankLine(), { reason: 'Dépôt du gérant' }];
    await admin.post(`/api/bank-lines/${id}/explain`, before);
    return { params: { id }, subject: id, before };
  },
  'claims.settle': async () => {
    const made = await product();
    await importCodes(admin, made, 1);
    const buyer = await reseller(1_000);
    const order = { productId: made.id, offerId: offerOf(made).id, quantity: 1 };
    const bought = (await buyer.post('/api/purchases', order)).body;
    const claim = { codeIds: [bought.codes[0].id], reason: 'used' };
    const { id } = (await buyer.post(`/api/purchases/${bought.id}/claims`, claim)).body.items[0];
    await admin.post(
      `/api/claims/${id}/decide`,
      { outcome: 'credit' },
      { 'idempotency-key': `decide-${id}` },
    );
    const { items } = (await admin.get('/api/supplier-claims')).body;
    const { batchId } = items.find(({ lastClaimId }: { lastClaimId: string }) => lastClaimId === id);
    const body = { upTo: id, count: 1, amount: 90, note: 'Avoir n° 12' };
    const after = { batchId, claims: 1, amount: 90, note: 'Avoir n° 12' };
    return { params: { batchId }, body, key: `settle-${id}`, subject: offerOf(made).id, after };
  },
  'claims.decide': async () => {
    const made = await product();
    await importCodes(admin, made, 1);
    const buyer = await reseller(1_000);
    const order = { productId: made.id, offerId: offerOf(made).id, quantity: 1 };
    const bought = (await buyer.post('/api/purchases', order)).body;
    const claim = { codeIds: [bought.codes[0].id], reason: 'used' };
    const { id } = (await buyer.post(`/api/purchases/${bought.id}/claims`, claim)).body.items[0];
    const body = { outcome: 'credit', note: 'Vérifié' };
    const after = { status: 'credited', purchaseId: bought.id, amount: 100, balance: 1_000, note: 'Vérifié' };
    return { params: { id }, body, key: `claim-${id}`, subject: id, before: { status: 'open' }, after };
  },
  'users.freeze': async () => {
    const { id } = await reseller();
    return { params: { id }, body: { frozen: true }, subject: id };
  },
  'users.setDailyCeiling': async () => {
    const { id } = await reseller();
    const before = { dailyCeiling: null };
    return { params: { id }, body: { ceiling: 2_000 }, subject: id, before, after: { dailyCeiling: 2_000 } };
  },
  'accountFlags.see': async () => {
    const { id: subject } = await reseller();
    const rows = await query<{ id: string }>(
      `INSERT INTO account_flags (user_id, kind, day, amount, usual) VALUES ($1, 'fast_hour', '2026-01-05', 500, 100)
             RETURNING id::text`,
      subject,
    );
    return { params: { id: rows[0]?.id ?? '' }, subject, after: { flag: 'fast_hour' } };
  },
  'administrators.setScopes': async () => {
    const { id } = await createUser(server, services, { role: 'admin' });
    const body = { scopes: ['stock', 'accounts'], creditCap: 5_000, creditThreshold: 1_000 };
    const before = { scopes: 'owner', creditCap: null, creditThreshold: null };
    return { params: { id }, body, subject: id, before, after: body };
  },
  'wallet.propose': async () => {
    const { id } = await reseller();
    const after = { amount: 800, note: 'Fin de mois' };
    return { body: { userId: id, ...after }, key: `propose-${id}`, subject: id, after };
  },
  'wallet.decideProposal': async () => {
    const { id } = await reseller();
    const asking = await createUser(server, services, { role: 'admin' });
    const asked = { amount: 800, note: 'Fin de mois' };
    const { body } = await asking.post('/api/credit-proposals', { userId: id, ...asked });
    const after = { ...asked, balance: 800, proposedBy: 'Amine Benali' };
    const params = { id: body.id };
    return {
      params,
      body: { outcome: 'approve' },
      key: `decide-${id}`,
      subject: id,
      before: { balance: 0 },
      after,
    };
  },
  'credit.setTerms': async () => {
    const { id } = await reseller();
    const before = { limit: 500, days: 3, suspended: false };
    await admin.put(`/api/users/${id}/credit-terms`, before);
    const body = { limit: 20_000, days: 7, suspended: true };
    return { params: { id }, body, subject: id, before, after: body };
  },
  'credit.pay': async () => {
    const id = await debtor();
    const body = { amount: 400, note: 'Espèces' };
    const after = { debt: 600, receiptNumber: 1, ...body };
    return { params: { id }, body, key: `pay-${id}`, subject: id, before: { debt: 1_000 }, after };
  },
  'credit.takePaymentBack': async () => {
    const id = await debtor();
    await admin.post(`/api/users/${id}/payments`, { amount: 400 });
    const body = { reason: 'Zéro de trop' };
    const after = { debt: 1_000, amount: 400, receiptNumber: 1, ...body };
    const params = { id, receiptNumber: '1' };
    return { params, body, key: `back-${id}`, subject: id, before: { debt: 600 }, after };
  },
  'credit.writeOff': async () => {
    const id = await debtor();
    const body = { amount: 250, reason: 'Boutique fermée' };
    const after = { debt: 750, ...body };
    return { params: { id }, body, key: `loss-${id}`, subject: id, before: { debt: 1_000 }, after };
  },
  'credit.setCeiling': async () => {
    const { id } = await createUser(server, services, { role: 'admin' });
    const [before, after] = [{ ceiling: 500_000 }, { ceiling: 80_000 }];
    return { params: { id }, body: after, subject: id, before, after };
  },
  'credit.remit': async () => {
    await admin.post(`/api/users/${await debtor()}/payments`, { amount: 700 });
    const body = { amount: 700, note: 'Caisse du soir' };
    return { body, key: 'remit', subject: ({ id }) => id, after: body };
  },
  'credit.receive': async () => {
    const collector = await createUser(server, services, { role: 'admin' });
    await collector.post(`/api/users/${await debtor()}/payments`, { amount: 700 });
    await admin.post(`/api/users/${collector.id}/deactivate`, { reason: 'Parti' });
    const body = { amount: 500, note: 'Rendu au bureau' };
    const after = { held: 200, ...body };
    const key = `receive-${collector.id}`;
    return { params: { id: collector.id }, body, key, subject: ({ id }) => id, before: { held: 700 }, after };
  },
  'credit.lose': async () => {
    const collector = await createUser(server, services, { role: 'admin' });
    await collector.post(`/api/users/${await debtor()}/payments`, { amount: 700 });
    const body = { amount: 500, reason: 'Parti avec la caisse' };
    const after = { held: 200, ...body };
    const key = `lose-${collector.id}`;
    return { params: { id: collector.id }, body, key, subject: ({ id }) => id, before: { held: 700 }, after };
  },
  'credit.confirmRemittance': async () => {
    const { id } = await remittance(await createUser(server, services, { role: 'admin' }));
    const after = { held: 0, amount: 700 };
    return { params: { id }, key: `confirm-${id}`, subject: id, before: { held: 700 }, after };
  },
  'credit.withdrawRemittance': async () => {
    const { items } = (await admin.get('/api/cash-remittances?state=open')).body;
    const { id = (await remittance(admin)).id } = items[0] ?? {};
    return { params: { id }, subject: id, before: { amount: 700 } };
  },
  'supplierOrders.connect': async () => {
    const { id: supplierId } = (await admin.post('/api/suppliers', { name: `Source ${newCodes(1)}` })).body;
    const body = {
      supplierId,
      kind: 'simulator',
      settings: { address: '', articles: [] },
      dailyCap: 5_000,
      secret: 'cle',
    };
    const after = { kind: 'simulator', articles: 0, topUps: 0, dailyCap: 5_000, paused: false };
    return { body, subject: ({ id }) => id, after };
  },
  'supplierOrders.updateConnection': async () => {
    const { connectionId: id } = await rehearsal();
    const before = { paused: false };
    return { params: { id }, body: { paused: true }, subject: id, before, after: { paused: true } };
  },
  'supplierOrders.order': async () => {
    const { connectionId, offerId } = await rehearsal();
    const body = { connectionId, offerId, quantity: 2, maxCost: 50 };
    return { body, key: `order-${offerId}`, subject: ({ id }) => id, after: { quantity: 2, maxCost: 50 } };
  },
  'supplierOrders.topUp': async () => {
    const requestId = await freeFireRequest();
    const { offer } = (await admin.get(`/api/free-fire/requests/${requestId}`)).body;
    const { id: supplierId } = (await admin.post('/api/suppliers', { name: `Source ${newCodes(1)}` })).body;
    const topUps = [{ offerId: offer.id, article: 'ff-100', maxCost: 140 }];
    const settings = { address: 'https://api.fournisseur.example', articles: [], topUps };
    const connection = { supplierId, kind: 'idempotent', settings, dailyCap: 5_000 };
    const { id: connectionId, supplierName } = (await admin.post('/api/supplier-connections', connection))
      .body;
    const after = { requestId, playerId: '12345678', supplier: supplierName, maxCost: 140 };
    return { body: { connectionId, requestId }, key: 'top-up', subject: ({ id }) => id, after };
  },
  'supplierOrders.resolve': async () => {
    const { connectionId, offerId } = await rehearsal();
    const order = { connectionId, offerId, quantity: 2, maxCost: 50 };
    const { id } = (await admin.post('/api/supplier-orders', order)).body;
    const body = { outcome: 'failed', evidence: 'Annulée' };
    const after = { status: 'failed', reason: 'Annulée' };
    return { params: { id }, body, key: `resolve-${id}`, subject: id, before: { status: 'planned' }, after };
  },
  'supplierOrders.rehearse': async () => {
    const { connectionId } = await rehearsal();
    return { body: {}, key: 'rehearse', subject: connectionId, after: { orders: 10 } };
  },
  'suppliers.create': async () => {
    const body = { name: `Grossiste ${newCodes(1)}`, contact: '0550 00 00 00', note: '' };
    return { body, subject: ({ id }) => id, after: body };
  },
  'suppliers.update': async () => {
    const { body } = await admin.post('/api/suppliers', { name: `Grossiste ${newCodes(1)}` });
    const before = { name: body.name, contact: '', note: '', archived: false };
    return {
      params: { id: body.id },
      body: { archived: true },
      subject: body.id,
      before,
      after: { ...before, archived: true },
    };
  },
  'prices.createLevel': async () => {
    const name = `Niveau ${newCodes(1)}`;
    return { body: { name, position: 3 }, subject: ({ id }) => id, after: { name, position: 3 } };
  },
  'prices.updateLevel': async () => {
    const { id, name, position } = await priceLevel();
    const after = { name: `${name} bis`, position };
    return { params: { id }, body: { name: after.name }, subject: id, before: { name, position }, after };
  },
  'prices.removeLevel': async () => {
    const { id, name } = await priceLevel();
    const { offerId } = offerParams(await product());
    await admin.put(`/api/price-levels/${id}/prices`, { prices: [{ offerId, price: 95 }] });
    const user = await reseller();
    await admin.patch(`/api/users/${user.id}/price-level`, { levelId: id });
    return { params: { id }, subject: id, before: { name }, after: { accounts: 1, priceChanges: 1 } };
  },
  'prices.setOfLevel': async () => {
    const { id } = await priceLevel();
    const { offerId } = offerParams(await product());
    return {
      params: { id },
      body: { prices: [{ offerId, price: 95 }] },
      subject: id,
      after: { priceChanges: 1 },
    };
  },
  'prices.setOfUser': async () => {
    const { id } = await reseller();
    const { offerId } = offerParams(await product());
    return {
      params: { id },
      body: { prices: [{ offerId, price: 95 }] },
      subject: id,
      after: { priceChanges: 1 },
    };
  },
  'prices.setLevelOfUser': async () => {
    const { id } = await reseller();
    const level = await priceLevel();
    return {
      params: { id },
      body: { levelId: level.id },
      subject: id,
      before: { priceLevel: null },
      after: { priceLevel: level.name },
    };
  },
  'prices.applyList': async () => ({
    body: await comparedList(),
    subject: ({ id }) => id,
    after: { priceChanges: 1 },
  }),
  'prices.undoList': async () => {
    const { id } = (await admin.post('/api/price-lists/apply', await comparedList())).body;
    return { params: { id }, body: {}, subject: id, after: { priceChanges: 1 } };
  },
  'announcements.create': async () => {
    await admin.patch('/api/features/announcements', { enabled: true });
    await eventually(async () => (await admin.get('/api/announcements')).status === 200);
    const body = { kind: 'stock', title: 'PUBG 660 UC', message: 'De retour' };
    return { body, subject: ({ id }) => id, after: { title: body.title, message: body.message } };
  },
  'codeBatches.withdrawCode': async () => {
    const made = await product();
    await importCodes(admin, made, 1);
    const rows = await query<{ id: number }>('SELECT id FROM codes WHERE offer_id = $1', offerOf(made).id);
    const id = String(rows[0]?.id);
    const body = { reason: 'Code déjà utilisé' };
    return { params: { id }, body, subject: offerOf(made).id, after: { codes: [id], ...body } };
  },
  'codeBatches.find': async () => {
    const [code] = newCodes(1);
    const made = await product();
    await admin.post(codesPath(made), { codes: [code] });
    const rows = await query<{ id: number }>('SELECT id FROM codes WHERE offer_id = $1', offerOf(made).id);
    const id = String(rows[0]?.id);
    const body = { code, reason: 'Un client le réclame' };
    return { body, subject: id, after: { codes: [id], purchases: [], reason: body.reason } };
  },
  'search.everywhere': async () => {
    const [text] = newCodes(1);
    const made = await product();
    await admin.post(codesPath(made), { codes: [text] });
    const rows = await query<{ id: number }>('SELECT id FROM codes WHERE offer_id = $1', offerOf(made).id);
    const id = String(rows[0]?.id);
    return {
      body: { text },
      subject: id,
      after: { codes: [id], purchases: [], reason: 'Recherche générale' },
    };
  },
  'codes.releaseReservations': async () => {
    const made = await product();
    await importCodes(admin, made, 2);
    await query(
      `UPDATE codes SET status = 'reserved', ttl = now() - interval '1 minute' WHERE offer_id = $1`,
      offerOf(made).id,
    );
    return { subject: 'reserved', after: { released: 2 } };
  },
  'health.retryMessage': async () => {
    const id = await deadLetter();
    return { params: { id }, subject: id, after: { messages: 1 } };
  },
  'health.retryMessages': async () => {
    await deadLetter();
    await deadLetter();
    return { subject: 'all', after: { messages: 2 } };
  },
  'freeFire.configure': async () => {
    await admin.get('/api/free-fire/service');
    const body = { startHour: 9, workingDays: [1, 2] };
    return { body, subject: 'freefire', before: { startHour: 8 }, after: body };
  },
  'freeFire.updateOffer': async () => {
    const [{ id, price }] = (await admin.get('/api/free-fire/offers')).body.items;
    const body = { price: price + 1 };
    return { params: { id }, body, subject: id, before: { price }, after: body };
  },
  'freeFire.sendProof': async () => {
    const id = await freeFireRequest();
    const body = await sharp({ create: { width: 30, height: 60, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    return { params: { id }, body, type: 'image/jpeg', subject: id, after: { width: 30, height: 60 } };
  },
  'business.changeContact': async () => {
    const before = { phone: '0550 11 22 33', hours: '' };
    await admin.put('/api/business/contact', before);
    const body = { phone: '0550 99 88 77', hours: 'Tous les jours' };
    return { body, subject: 'contact', before, after: body };
  },
  'business.changePaymentAccounts': async () => {
    await admin.put('/api/business/payment-accounts', { items: [] });
    const account = { method: 'ccp', holder: 'Amine Haddad', number: '0012345678', bank: '', qrCode: '' };
    const after = { paymentAccounts: ['ccp, 0012345678, Amine Haddad'] };
    const before = { paymentAccounts: [] };
    return { body: { items: [account] }, subject: 'payment-accounts', before, after };
  },
  'business.changeRefusalReasons': async () => {
    await admin.put('/api/business/refusal-reasons', { recharge: [], freeFire: [] });
    const before = { rechargeReasons: [], freeFireReasons: [] };
    const after = { rechargeReasons: ['Reçu flou'], freeFireReasons: ['Joueur introuvable'] };
    const body = { recharge: after.rechargeReasons, freeFire: after.freeFireReasons };
    return { body, subject: 'refusal-reasons', before, after };
  },
  'freeFire.validate': async () => {
    const id = await freeFireRequest();
    const body = { imageUrl: proof };
    const after = { status: 'validated', ...body };
    return { params: { id }, body, key: `validate-${id}`, subject: id, before: { status: 'pending' }, after };
  },
  'freeFire.refuse': async () => {
    const id = await freeFireRequest();
    const body = { note: 'Faux identifiant' };
    const after = { status: 'refused', ...body };
    return { params: { id }, body, key: `refuse-${id}`, subject: id, before: { status: 'pending' }, after };
  },
  'exports.users': exported('users', { status: 'active' }, 'Statut : Actif'),
  'exports.transactions': exported('transactions', { type: 'recharge' }, 'Type : Recharge'),
  'exports.ledger': async () => {
    const { id, email } = await reseller(100);
    const after = { filters: `Compte : Amine Benali (${email})` };
    return { body: { userId: id }, subject: 'ledger', after };
  },
  'exports.rechargeStatement': exported('rechargeStatement', {}, ''),
  'exports.rechargeRequests': exported('rechargeRequests', { status: 'pending' }, 'Statut : En attente'),
  'exports.bankLines': exported('bankLines', { state: 'orphan' }, 'État : Sans demande'),
  'exports.withoutMoney': exported(
    'withoutMoney',
    { from: '2026-03-01', to: '2026-03-31' },
    'Du : 1 mars 2026, Au : 31 mars 2026',
  ),
  'exports.reconciliation': exported(
    'reconciliation',
    { from: '2026-03-01', to: '2026-03-31' },
    'Du : 1 mars 2026, Au : 31 mars 2026',
  ),
  'exports.freeFireRequests': exported('freeFireRequests', { status: 'pending' }, 'Statut : En attente'),
  'exports.products': exported('products', {}, ''),
  'exports.batches': exported('batches', { state: 'recalled' }, 'État : Rappelés'),
  'exports.batchBuyers': async () => {
    const params = offerParams(await product());
    const path = `/api/products/${params.id}/offers/${params.offerId}/codes`;
    const { batchId } = (await admin.post(path, { codes: newCodes(1) })).body;
    return { body: { batchId }, subject: 'batchBuyers', after: { filters: `Lot n° : ${batchId}` } };
  },
  'exports.movements': exported(
    'movements',
    { from: '2026-03-01', to: '2026-03-31' },
    'Du : 1 mars 2026, Au : 31 mars 2026',
  ),
  'exports.stockValue': exported('stockValue', { day: '2026-01-05' }, 'Jour : 5 janv. 2026'),
  'exports.margins': exported('margins', { by: 'reseller' }, 'Par : Revendeur'),
  'exports.stockCover': exported('stockCover', { reorder: 'only' }, 'À commander : Seulement'),
  'exports.claims': exported('claims', { status: 'replaced' }, 'Statut : Remplacé'),
  'exports.supplierClaims': exported('supplierClaims', { batchId: '1' }, 'Lot n° : 1'),
  'exports.supplierOrders': exported('supplierOrders', { status: 'unknown' }, 'Statut : Résultat inconnu'),
  'exports.receivables': exported('receivables', { due: 'late' }, 'Échéance : En retard'),
  'exports.receivableEntries': async () => {
    const { id, email } = await reseller();
    const after = { filters: `Compte : Amine Benali (${email})` };
    return { body: { userId: id }, subject: 'receivableEntries', after };
  },
  'exports.collectors': exported('collectors', {}, ''),
  'exports.accountFlags': exported('accountFlags', { state: 'unseen' }, 'État : À regarder'),
  'exports.administrators': exported('administrators', {}, ''),
  'exports.creditProposals': exported('creditProposals', { state: 'open' }, 'État : À confirmer'),
  'exports.remittances': exported('remittances', { state: 'open' }, 'État : À confirmer'),
  'exports.suppliers': exported('suppliers', { archived: 'with' }, 'Archivés : Avec les archivés'),
  'exports.priceLevels': exported('priceLevels', {}, ''),
  'exports.priceChanges': exported('priceChanges', { listId: '1' }, 'Liste n° : 1'),
  'exports.priceLists': exported('priceLists', {}, ''),
  'exports.announcements': exported('announcements', {}, ''),
  'exports.auditTrail': exported('auditTrail', { action: 'user.activate' }, 'Type d’action : Compte activé'),
};

/** A read by POST. */
const writesNothing = ['bank.preview', 'codes.preview', 'prices.previewList'];
/** A read that is recorded, because codes leave the system (P17). */
const recordedReads = ['codes.export'];
const recorded = routes.filter(
  ([name, { access, method }]) =>
    (access === 'admin' && method !== 'GET' && !writesNothing.includes(name)) || recordedReads.includes(name),
);

/** The rows after the first `known`. */
async function trail(known = 0): Promise<Record<string, unknown>[]> {
  const rows = await query<Record<string, unknown>>(
    `SELECT actor_id AS "actorId", actor_name AS "actorName", subject_id AS "subjectId", before, after, ip,
             user_agent AS "userAgent", created_at AS "createdAt" FROM audit_trail ORDER BY id OFFSET $1`,
    known,
  );
  return rows;
}

const recordedRows = async () =>
  (await services.db.query<{ count: number }>({ text: 'SELECT count(*) FROM audit_trail' })).rows[0]?.count ??
  0;

type Recorded = { readonly before: Figures; readonly after: Figures };
type Figures = Readonly<Record<string, unknown>> | null;
/** Ids, links between records and times, which no user reads. */
const technical = /^(id|.*Id|createdAt|updatedAt|deletedAt|createdBy|lastSale|position|version)$/;
const blank = (value: unknown) => value === null || value === undefined || value === '';

/** The changes of an action that the journal does not show, or shows by a word of the contract such as `failed`. */
function unreadable({ before, after }: Recorded): string[] {
  const changes = changesOf(before, after);
  const labels = changes.map(({ label }) => label);
  const untranslated = changes
    .flatMap((change) => [change.before ?? '', change.after ?? ''])
    .filter((value) => /^[a-z]+(_[a-z]+)*$/.test(value) && value !== words.noneLeft);
  const hidden = Object.keys(after ?? {})
    .filter((name) => !technical.test(name) && !blank(after?.[name]))
    .filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]))
    .filter((name) => !labels.includes((words.figures as Readonly<Record<string, string>>)[name] ?? ''));
  return [...hidden, ...untranslated];
}

/** Prepares a call. @returns its scenario and a function that sends it as an account */
async function prepareCall(name: string, route: (typeof recorded)[number][1]) {
  const scenario = await scenarios[name]?.();
  if (!scenario) throw new Error(`write a scenario for ${name}: what administrators do is recorded`);
  const { params = {}, body, type, key } = scenario;
  const url = route.path.replace(/:(\w+)/g, (_, parameter: string) => params[parameter] ?? '');
  const headers = {
    'user-agent': userAgent,
    ...(key && { 'idempotency-key': key }),
    ...(type && { 'content-type': type }),
  };
  const send = (user: TestUser) =>
    call(server, { method: route.method, url, headers, ...(body && { payload: body }) }, user.cookie);
  return { scenario, send };
}

describe('P22: the trail holds one row per action of an administrator', () => {
  test.each(recorded)(
    'the call %s by an administrator leaves one audit row with actor, subject, before and after; by a reseller none',
    async (name, route) => {
      const { scenario, send } = await prepareCall(name, route);
      const { key, subject, before, after } = scenario;
      const otherUser = await reseller();
      const earlier = await recordedRows();
      expect((await send(otherUser)).status).toBe(403);
      expect(await recordedRows()).toBe(earlier);

      const began = Date.now();
      const response = await send(admin);
      expect(response.status, response.text).toBeLessThan(300);
      if (key) expect((await send(admin)).status).toBe(response.status);
      const rows = await trail(earlier);
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({
        actorId: admin.id,
        actorName: 'Nadia Cherif',
        subjectId: typeof subject === 'string' ? subject : subject(response.body),
        ip: '127.0.0.1',
        userAgent,
        before: before ?? null,
        ...(after && { after }),
      });
      expect(Math.abs(Date.parse(String(rows[0]?.createdAt)) - began)).toBeLessThan(30_000);
      expect(
        unreadable(rows[0] as unknown as Recorded),
        'figures that the journal does not put in words',
      ).toEqual([]);
    },
  );

  test('an administrator’s notification to another account leaves one audit row', async () => {
    const { id } = await reseller();
    const earlier = await recordedRows();
    await admin.post('/api/notifications', { userId: id, type: 'promotion', title: 'T', message: 'M' });
    expect(await trail(earlier)).toMatchObject([{ actorId: admin.id, subjectId: id }]);
  });

  test('the audit trail contains no imported code and no temporary password', async () => {
    const codes = await importCodes(admin, await product(), 3);
    const { id } = await reseller();
    const { temporaryPassword } = (await admin.post(`/api/users/${id}/temporary-password`)).body;
    const text = JSON.stringify(await trail());
    for (const secret of [...codes, temporaryPassword]) expect(text).not.toContain(secret);
  });
});

/*
 * Every command of an administrator, stopped before its audit row, while its author loses the right in another transaction.
 */
describe('a command whose administrator loses the right before its commit', () => {
  const losses = {
    'a deactivation': {
      sql: `UPDATE users SET status = 'inactive' WHERE id = $1`,
      code: 'ACCOUNT_NOT_ACTIVE',
    },
    'the end of the session': { sql: 'DELETE FROM sessions WHERE user_id = $1', code: 'UNAUTHENTICATED' },
  };
  // About the cash of their author: another administrator is refused for that reason.
  const ownCash = ['credit.remit', 'credit.withdrawRemittance'];
  const commands = recorded.filter(([name]) => ![...recordedReads, ...ownCash].includes(name));
  // They may lock their author first, in the order of the ids (lockWithAuthor): what changes the author then waits for them.
  const lockAuthor = ['users.deactivate', 'users.endSessions', 'administrators.setScopes'];
  // One statement reads the account and the session (lock-administrator.ts): the second loss is for one command of each kind.
  const alsoEnded = ['users.resetPassword', 'codes.import', 'exports.claims', 'pictures.upload'];
  const cases = commands.flatMap(([name, route]) =>
    Object.entries(losses)
      .filter(([loss]) =>
        loss === 'a deactivation' ? !lockAuthor.includes(name) : [...lockAuthor, ...alsoEnded].includes(name),
      )
      .map(([loss, { sql, code }]) => [name, loss, route, sql, code] as const),
  );
  test('the losses are tried for every command', () => {
    expect(new Set(cases.map(([name]) => name)).size).toBe(commands.length);
    expect(cases).toHaveLength(commands.length + alsoEnded.length);
  });
  test.each(cases)(
    'the call %s is refused after %s and writes nothing',
    async (name, _, route, sql, code) => {
      const { send } = await prepareCall(name, route);
      const author = await createUser(server, services, { role: 'admin' });
      const earlier = await recordedRows();
      const held = await holdRows(services.db, 'LOCK TABLE audit_trail IN EXCLUSIVE MODE');
      let isAnswered = false;
      const sent = send(author).finally(() => {
        isAnswered = true;
      });
      // Without an audit row the call does not wait.
      await eventually(async () => isAnswered || (await held.waiting()) === 1);
      await services.db.query({ text: sql, values: [author.id] });
      await held.release();
      expect((await sent).body).toMatchObject({ code });
      // The server's own jobs may write beside it.
      expect((await trail(earlier)).filter(({ actorId }) => actorId === author.id)).toEqual([]);
    },
  );
});

describe('P2, P22: recorded rows cannot be changed', () => {
  test.each(
    ['ledger', 'audit_trail'].flatMap((table) => [
      `UPDATE ${table} SET id = id`,
      `UPDATE ${table} SET created_at = now() WHERE false`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
      `TRUNCATE ${table} CASCADE`,
    ]),
  )('the statement %s is refused because the table is append-only', async (text) => {
    const before = await trail();
    await expect(services.db.query({ text })).rejects.toMatchObject({
      code: '23001',
      message: expect.stringMatching(/is append-only$/),
    });
    expect(await trail()).toEqual(before);
  });
});
