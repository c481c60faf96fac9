import type { Claim, SupplierClaim } from '@almas/contract/claims';
import type { EmployeeScope } from '@almas/contract/route';
import { auditTrail } from '@almas/locale/screens/audit-trail';
import { claims } from '@almas/locale/screens/claims';
import { lists } from '@almas/locale/screens/lists';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { lost, refusal } from '../../../tests/api.ts';
import { deskOf } from '../../../tests/desk.ts';
import { expectToast, takesPresses, textsOf } from '../../../tests/expectations.ts';
import { administrator, configuration, emptyList, listOf } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';
import { serverNow } from '../../lib/server-clock.ts';

const words = claims.queue;
const moment = '2026-03-02T10:00:00.000Z';
const claim = (stock: number): Claim => ({
  id: '1',
  purchaseId: '41',
  purchasedAt: moment,
  codeId: '9',
  code: { position: 1, of: 1 },
  productName: 'Diamants',
  offerName: 'Pack',
  game: 'Free Fire',
  unitPrice: 150,
  userId: 'r1',
  userName: 'Amine Benali',
  reason: 'invalid',
  note: '',
  hasPicture: false,
  status: 'open',
  replacementCodeId: null,
  credited: null,
  decisionNote: '',
  decidedAt: null,
  createdAt: moment,
  review: {
    company: 'Cyber Sétif',
    phone: '0550123456',
    disclosures: { print: 0, share: 0, copy: 0, reveal: 0 },
    claims: 1,
    bought: 10,
    isRateHigh: false,
    stock,
    decidedByName: null,
  },
});
const owed: SupplierClaim = {
  batchId: '3',
  batchLabel: '',
  supplierId: null,
  supplierName: null,
  productName: 'Diamants',
  offerName: 'Pack',
  claims: 1,
  replaced: 1,
  credited: 0,
  cost: 120,
  lastDecidedAt: moment,
  lastClaimId: '9',
};

/** The dashboard, as an employee of these scopes sees it; without any, as the owner does. */
const open = (held: readonly EmployeeScope[] | undefined, address: string, stock = 3) =>
  openScreen(address, administrator(held && { scopes: [...held] }), {
    ...deskOf({}).answers,
    'configuration.get': { ...configuration, extensions: ['admin-scopes', 'claims'] },
    'claims.list': listOf(claim(stock)),
    'claims.batches': listOf(owed),
    'codeBatches.ofCode': {
      batch: { id: '3', label: 'Matin', source: '', supplierName: 'Grossiste', unitCost: 120 },
    },
    'wallet.proposals': emptyList,
  });
// Turned red by: a claim that stays on the list for ever; a settlement of another number of codes than was on screen.
test('an administrator records what the supplier gave for a batch, and « Réglées » shows it [CLM-63]', async () => {
  const settlement = {
    ...{ id: '1', batchId: '3', batchLabel: '', supplierName: null, productName: 'Diamants' },
    ...{ offerName: 'Pack', claims: 1, amount: 110, note: 'Avoir n° 12' },
    ...{ settledByName: 'Nadia Amrani', settledAt: moment },
  };
  const screen = await open(undefined, '/admin?claims=suppliers');
  screen.answer({ 'claims.settlements': listOf(settlement), 'claims.settle': settlement });
  await page.getByRole('button', { name: 'Noter le règlement du lot n° 3' }).click();
  const form = page.getByRole('dialog', { name: 'Le fournisseur a réglé' });
  await form.getByLabelText('Montant rendu').fill('110');
  await form.getByLabelText('Précision').fill('Avoir n° 12');
  await takesPresses(form.getByRole('button', { name: 'Noter le règlement' }));
  screen.answer({ 'claims.batches': emptyList });
  await form.getByRole('button', { name: 'Noter le règlement' }).click();
  await expect.element(form).toHaveLength(0);
  expect(screen.sent('claims.settle').map(({ body, params }) => ({ ...params, ...body }))).toEqual([
    { batchId: '3', upTo: '9', count: 1, amount: 110, note: 'Avoir n° 12' },
  ]);
  await expect.element(dialog().getByText('Rien à réclamer')).toBeVisible();
  await dialog().getByText('Réglées', { exact: true }).click();
  await expect.element(dialog().getByRole('list', { name: 'Réglées' })).toHaveTextContent('Avoir n° 12');
});

// Turned red by: a dialog that a refusal closes with what was typed; a second try of a lost answer with another number of codes.
test('a settlement that is refused because the list has changed keeps what was typed and is sent for the codes that are left, and after a lost answer for the same ones [CLM-63]', async () => {
  const changed = (left: number) => refusal(409, 'SUPPLIER_CLAIMS_CHANGED', '', { claims: left });
  const screen = await open(undefined, '/admin?claims=suppliers');
  screen.answer({ 'claims.settle': changed(2) });
  await page.getByRole('button', { name: 'Noter le règlement du lot n° 3' }).click();
  const form = page.getByRole('dialog', { name: 'Le fournisseur a réglé' });
  await form.getByLabelText('Montant rendu').fill('110');
  await form.getByLabelText('Précision').fill('Avoir n° 12');
  const submit = form.getByRole('button', { name: 'Noter le règlement' });
  await takesPresses(submit);
  screen.answer({ 'claims.batches': listOf({ ...owed, claims: 2, lastClaimId: '10' }) });
  await submit.click({ position: { x: 4, y: 4 } });
  await expect.element(form).toHaveTextContent(claims.suppliers.settleText(2, '3'));
  await expect.element(form.getByLabelText('Précision')).toHaveValue('Avoir n° 12');
  screen.answer({
    'claims.batches': listOf({ ...owed, claims: 1, lastClaimId: '11' }),
    'claims.settle': lost,
  });
  await submit.click({ position: { x: 40, y: 4 } });
  await expectToast(claims.suppliers.settleLost);
  await takesPresses(submit);
  screen.answer({ 'claims.settle': changed(0) });
  await submit.click({ position: { x: 80, y: 4 } });
  await expect.element(form).toHaveLength(0);
  expect(screen.sent('claims.settle').map(({ body }) => body)).toEqual(
    [['9', 1] as const, ['10', 2] as const, ['10', 2] as const].map(([upTo, count]) => ({
      ...{ upTo, count, amount: 110, note: 'Avoir n° 12' },
    })),
  );
});

const dialog = () => page.getByRole('dialog', { name: 'Réclamations' });
const textsOfButtons = (name: RegExp) => textsOf(dialog().getByRole('button', { name }));

// Turned red by: a tab or a button of the claims that asks for no scope.
test.each<[readonly EmployeeScope[] | undefined, readonly string[], readonly string[]]>([
  [['requests'], [], []],
  [['requests', 'reports'], [], ['Voir la diffusion']],
  [['requests', 'stock'], ['Au fournisseur'], ['Voir les codes']],
  [undefined, ['Au fournisseur'], ['Voir la diffusion', 'Voir les codes']],
])(
  'with the scopes %j the claims have beside the own tabs %j, and a claim has the buttons %j [TEA-14, STK-74]',
  async (held, tabs, facts) => {
    await open(held, '/admin');
    await expect.element(page.getByRole('button', { name: 'À traiter' })).toBeVisible();
    const suppliers = page.getByRole('button', { name: 'À réclamer au fournisseur' });
    expect(suppliers.length).toBe(tabs.length);
    await page.getByRole('button', { name: 'À traiter' }).click();
    await expect.element(dialog().getByText('Amine Benali')).toBeVisible();
    const choice = dialog().getByRole('group', { name: 'Afficher' });
    expect(textsOf(choice.css('label'))).toEqual(['À traiter', 'Traitées', ...tabs]);
    expect(textsOfButtons(/^Voir /)).toEqual(facts);
    if (facts.includes('Voir les codes'))
      await expect
        .element(dialog().getByRole('button', { name: /^Lot n° 3, Matin · Grossiste · coût 120/ }))
        .toBeVisible();
    else expect(textsOfButtons(/^Lot /)).toEqual([]);
  },
);

// Turned red by: a tab that the address alone opens.
test('the address of what suppliers owe shows the claims to an employee without the stock [TEA-14]', async () => {
  const screen = await open(['requests'], '/admin?claims=suppliers');
  await expect.element(dialog().getByRole('radio', { name: 'À traiter' })).toBeChecked();
  expect(screen.sent('claims.batches')).toEqual([]);
});

// Turned red by: an export that asks for no scope.
test.each<[readonly EmployeeScope[] | undefined, number]>([
  [['requests', 'stock'], 0],
  [undefined, 4],
])(
  'with the scopes %j what suppliers owe has %i buttons of an export, which holds codes [TEA-14]',
  async (held, buttons) => {
    await open(held, '/admin?claims=suppliers');
    await expect.element(dialog().getByTestId('supplier-claim')).toBeVisible();
    expect(textsOfButtons(/^Exporter/)).toHaveLength(buttons);
  },
);

// Turned red by: a confirmation that is sent and refused, whatever its notice says.
test('a code is not replaced while its offer has none for sale, and from the next one on it is [CLM-11]', async () => {
  const screen = await open(undefined, '/admin?claims=queue', 0);
  await dialog().getByRole('button', { name: 'Remplacer' }).click();
  const question = page.getByRole('dialog', { name: 'Remplacer ce code ?' });
  await expect.element(question).toHaveTextContent('Aucun code en vente');
  const confirm = question.getByRole('button', { name: 'Remplacer' });
  await expect.element(confirm).toBeDisabled();
  screen.answer({ 'claims.list': listOf(claim(1)) });
  await screen.emit({ type: 'requests' });
  await expect.element(confirm).toBeEnabled();
});

// Turned red by: a form that leaves without a word as soon as the claim has left the list.
test('a claim that a colleague decides while its refusal is written says so in place of the form [CLM-11]', async () => {
  const screen = await open(undefined, '/admin?claims=queue');
  await dialog().getByRole('button', { name: 'Refuser' }).click();
  const form = page.getByRole('dialog', { name: words.refuseTitle });
  await form.getByRole('textbox').fill('Le code a été utilisé par le client');
  screen.answer({ 'claims.list': emptyList });
  await screen.emit({ type: 'requests' });
  await expect.element(form).toHaveTextContent(auditTrail.nothingLeft);
  await form.getByRole('button', { name: 'Fermer' }).last().click();
  await expect.element(form).not.toBeInTheDocument();
});

// Turned red by: « attend depuis » before a text that says « il y a » itself.
test('the dashboard says how long the oldest claim has waited', async () => {
  await openScreen('/admin', administrator(), {
    ...deskOf({}).answers,
    'configuration.get': { ...configuration, extensions: ['claims'] },
    'claims.list': listOf({
      ...claim(1),
      createdAt: new Date(serverNow() - 200 * 60_000).toISOString(),
    }),
  });
  await expect.element(page.getByText('La plus ancienne : il y a 3h')).toBeVisible();
});

// Turned red by: a sentence that nothing was decided, for any list without a row.
test('decided claims of which none was refused say so under that filter, and without it that none was decided', async () => {
  const screen = await open(undefined, '/admin?claims=decided');
  screen.answer({ 'claims.list': emptyList });
  await dialog().getByText(claims.decided.which.refused, { exact: true }).click();
  await expect.element(dialog().getByText(lists.nothingFound)).toBeVisible();
  await dialog().getByText(claims.decided.which.decided, { exact: true }).click();
  await expect.element(dialog().getByText(claims.decided.emptyText)).toBeVisible();
});
