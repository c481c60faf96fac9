import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deferred } from '../../../../tests/support/deferred.ts';
import {
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectNoSideScroll,
} from '../../../tests/accessible.ts';
import { type Answers, lost, refusal, type Sent } from '../../../tests/api.ts';
import { expectToast, press, pressAfter, section, takesPresses } from '../../../tests/expectations.ts';
import { listOf, rechargeRequest, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';
import { heldPhotos, pictureFile } from '../../../tests/uploads.ts';

const success = 'Demande envoyée avec succès! Elle sera traitée par un administrateur.';
const dialog = () => page.getByRole('dialog', { name: 'Demandes de recharge' });
const lines = () => dialog().getByRole('list', { name: 'Mes demandes' }).getByRole('listitem');
const opener = () => page.getByRole('button', { name: /^Solde\s?500/ });
const field = (label: string) => dialog().getByLabelText(label);
const photo = () => dialog().css('fieldset input[type=file]');

/** Opens the profile of a reseller with these requests, which `change` changes, newest first. */
async function open(requests: readonly RechargeRequest[], answers: Answers = {}) {
  let known = [...requests];
  const change = (fields: Partial<RechargeRequest>): RechargeRequest => {
    const [first = rechargeRequest(), ...others] = known;
    known = [{ ...first, ...fields }, ...others];
    return { ...first, ...fields };
  };
  const create = ({ body }: Sent) => {
    const { photoAnnounced, method, ...fields } = body;
    const [methodName, photoMissing] = [method === 'ccp' ? 'CCP' : 'BaridiMob', photoAnnounced === true];
    const resellerNote = body.notes;
    const made = rechargeRequest({ ...fields, id: '7', method, methodName, photoMissing, resellerNote });
    known = [made, ...known];
    return made;
  };
  const screen = await openScreen('/profile', reseller({ balance: 500 }), {
    'business.paymentAccounts': { items: [] },
    'rechargeRequests.list': () => listOf(...known),
    'rechargeRequests.create': create,
    'rechargeRequests.cancel': () => change({ status: 'cancelled' }),
    ...answers,
  });
  return { ...screen, change, create };
}

/** Opens the dialog from the balance: the sidebar's on a desk, the chip of a phone. */
async function openDialog(requests: readonly RechargeRequest[] = [], answers: Answers = {}) {
  const screen = await open(requests, answers);
  await opener().first().click();
  await expect.element(field('Montant (DA)')).toBeVisible();
  return screen;
}

async function send(amount: string) {
  await field('Montant (DA)').fill(amount);
  await dialog().getByRole('button', { name: 'Envoyer la demande' }).click();
}

test('a reseller sends a recharge request and sees its approval and the new balance without a reload', async () => {
  const screen = await openDialog();
  await expect.element(dialog().getByText('Aucune demande trouvée')).toBeVisible();
  await field('Moyen de paiement').selectOptions('BaridiMob');
  await field('Téléphone').fill('0661 22 33 44');
  await field('Note').fill('Reçu 1789');
  await send('2 500,50');
  await expectToast(success);
  await expect.element(field('Montant (DA)')).toHaveValue('');
  await expect.element(lines()).toHaveLength(1);
  for (const text of ['2 500,50 DA', 'En attente', 'BaridiMob', 'Votre note : Reçu 1789'])
    await expect.element(lines()).toHaveTextContent(text);
  expect(screen.sent('rechargeRequests.create')).toMatchObject([
    { body: { amount: 2_500.5, method: 'baridimob', phoneNumber: '0661 22 33 44', status: 'pending' } },
  ]);
  screen.change({ status: 'approved', notes: 'Vu', approvalNote: 'Vu' });
  screen.answer({ 'accounts.session': { user: reseller({ balance: 3_000.5 }) } });
  await screen.emit({ type: 'requests' });
  await screen.emit({ type: 'balance' });
  for (const text of ['Approuvée', 'Votre note : Reçu 1789', 'Note de l’administrateur : Vu'])
    await expect.element(lines()).toHaveTextContent(text);
  await expect.element(lines().getByRole('button')).toHaveLength(0);
  await expect.element(dialog().getByText('3 000,50 DA')).toBeVisible();
  await expect.element(page.getByTestId('sidebar-balance').first()).toHaveTextContent('3000.5 DA');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).toHaveLength(0);
  await expect.element(page.getByRole('button', { name: /^Solde/ }).first()).toHaveFocus();
});

test('the recharge requests open from the profile and from the balance chip of a phone, where their dialog fits and is accessible', async () => {
  await open([rechargeRequest({ method: 'bank_transfer', methodName: 'Virement bancaire' })]);
  const panel = section('Demandes de recharge');
  await expect.element(panel).toHaveTextContent('1 000 DA');
  await expect.element(panel).toHaveTextContent('Virement bancaire');
  await panel.getByRole('button', { name: 'Demander une recharge' }).click();
  await expect.element(lines()).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await page.viewport(390, 844);
  await opener().click();
  await expect.element(lines()).toHaveLength(1);
  await lines().getByRole('button', { name: 'Annuler' }).click();
  await expectAccessible();
  await expectNoSideScroll();
});

test('a reseller reads to which account a method is paid, with its number to copy, or that none is given for it [WRK-21]', async () => {
  const account = {
    method: 'ccp' as const,
    holder: 'Amine Haddad',
    number: '0012345678 clé 12',
    bank: '',
    qrCode: '',
  };
  await openDialog([], { 'business.paymentAccounts': { items: [account] } });
  const payTo = dialog().getByRole('region', { name: 'Où payer' });
  await expect.element(payTo).toHaveTextContent('0012345678 clé 12');
  await expect.element(payTo.getByRole('button', { name: 'Copier le numéro' })).toBeVisible();
  await expectNoSideScroll();
  await expectAccessible();
  await field('Moyen de paiement').selectOptions('baridimob');
  await expect.element(payTo).toHaveTextContent('Aucun compte n’est indiqué');
});

// Turned red by: « Confirmer » that takes the second press of a double one; a question that leaves the focus nowhere.
test('a reseller cancels a pending recharge request after a confirmation, not by a double press (P29)', async () => {
  const screen = await openDialog([rechargeRequest({ id: '7' })]);
  const cancel = lines().getByRole('button', { name: 'Annuler' });
  const confirm = lines().getByRole('button', { name: 'Confirmer' });
  await takesPresses(cancel);
  await press(cancel, '{Enter}{Enter}');
  await expect.element(lines().getByText('Annuler cette demande ?')).toBeVisible();
  await expect.element(confirm).toHaveFocus();
  await expect.element(confirm).not.toHaveAttribute('aria-disabled');
  expect(screen.sent('rechargeRequests.cancel')).toEqual([]);
  await lines().getByRole('button', { name: 'Garder' }).click();
  await expect.element(cancel).toHaveFocus();
  await cancel.click();
  await confirm.click();
  await expectToast('Demande annulée');
  expect(screen.sent('rechargeRequests.cancel')).toMatchObject([{ params: { id: '7' } }]);
  await expect.element(lines()).toHaveTextContent('Annulée');
  await expect.element(lines().getByRole('button')).toHaveLength(0);
  await expect.element(lines()).toHaveFocus();
});

test('a rejected recharge request shows its reason, and cancelling it shows the sentence of the server', async () => {
  const sentence = 'Seules les demandes en attente peuvent être annulées';
  const screen = await openDialog([rechargeRequest()], {
    'rechargeRequests.cancel': refusal(409, 'CANCEL_NOT_PENDING', sentence),
  });
  await lines().getByRole('button', { name: 'Annuler' }).click();
  screen.change({ status: 'rejected', rejectionReason: 'Reçu illisible' });
  await lines().getByRole('button', { name: 'Confirmer' }).click();
  await expectToast(sentence);
  await expect.element(lines()).toHaveTextContent('Rejetée');
  await expect.element(lines()).toHaveTextContent('Raison : Reçu illisible');
});

test('a refused recharge request keeps what was typed and marks a wrong amount at its field', async () => {
  const screen = await openDialog();
  const amount = field('Montant (DA)');
  for (const [typed, sentence] of [
    ['', 'Veuillez saisir un montant'],
    ['0', 'Le montant doit être supérieur à 0'],
    ['deux mille', 'Le montant doit être supérieur à 0'],
    ['10000,01', 'Le montant ne peut pas dépasser 10 000€'],
  ] as const) {
    await send(typed);
    await expect.element(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    await expect.element(amount).toHaveValue(typed);
    await expect.element(amount).toHaveFocus();
    await expect.element(amount).toHaveAccessibleDescription(new RegExp(sentence));
  }
  expect(screen.sent('rechargeRequests.create')).toEqual([]);
  const full = 'Vous avez déjà 3 demandes en attente. Veuillez attendre leur traitement.';
  screen.answer({ 'rechargeRequests.create': refusal(409, 'TOO_MANY_PENDING_REQUESTS', full) });
  await send('50');
  await expectToast(full);
  await expect.element(amount).toHaveValue('50');
});

test('when the response is lost, a recharge request is settled with its key and never sent again', async () => {
  const screen = await openDialog([], { 'rechargeRequests.create': lost, 'outcomes.settle': lost });
  await send('700');
  await expect.element(dialog().getByText('Vérification en cours…')).toBeVisible();
  const [sent] = screen.sent('rechargeRequests.create');
  screen.answer({
    'outcomes.settle': () => ({
      outcome: 'executed',
      purchase: null,
      freeFireRequest: null,
      rechargeRequest: sent ? screen.create(sent) : null,
      advance: null,
    }),
  });
  await expectToast(success);
  await expect.element(lines()).toHaveLength(1);
  expect(screen.sent('rechargeRequests.create')).toHaveLength(1);
  expect(screen.sent('outcomes.settle').at(-1)?.params.key).toBe(sent?.key);
});

const arrived = {
  paymentProof: '/api/recharge-requests/7/proof',
  proof: { width: 8, height: 8, removed: false },
};

// Turned red by: a photo that is lost when its upload fails; a request that is created again with it.
test('a photo that could not be sent leaves its recharge request in place, and is sent again from its line [DSK-07]', async () => {
  const held = deferred();
  const screen = await openDialog();
  const uploads = heldPhotos(screen);
  screen.answer({
    'rechargeRequests.create': async (sent) => {
      const made = screen.create(sent);
      await held.promise;
      return made;
    },
  });
  await userEvent.upload(photo(), await pictureFile());
  await expect.element(dialog().getByText(/^Prête à l’envoi/)).toBeVisible();
  await send('700');
  // A live event adds the line before the response arrives.
  await expect.poll(() => screen.sent('rechargeRequests.create')).toHaveLength(1);
  await screen.emit({ type: 'requests' });
  await expect.element(lines()).toHaveTextContent('La photo de cette demande n’est pas arrivée.');
  held.resolve();
  await expect.element(lines()).toHaveTextContent('Envoi de la photo');
  await expect.poll(() => uploads).toHaveLength(1);
  uploads[0]?.answer(refusal(503, 'UNAVAILABLE', 'Service indisponible'));
  await expectToast(/^Demande envoyée, mais pas sa photo/);
  await expect.element(lines()).toHaveTextContent('La photo n’a pas été envoyée');
  await lines().getByRole('button', { name: 'Renvoyer la photo' }).click();
  await expect.poll(() => uploads).toHaveLength(2);
  screen.change({ ...arrived, photoMissing: false });
  uploads[1]?.answer({ width: 8, height: 8 });
  await expect.element(lines().getByRole('link', { name: 'Voir la photo du reçu' })).toBeVisible();
  const [first, again] = screen.sent('rechargeRequests.sendProof');
  expect([first?.params.id, again?.params.id]).toEqual(['7', '7']);
  expect(again?.body).toBe(first?.body);
  expect(screen.sent('rechargeRequests.create')).toHaveLength(1);
});

test('a request cannot be sent while its photo is being prepared; then it goes with the photo', async () => {
  const screen = await openDialog();
  const uploads = heldPhotos(screen);
  // Like a slow phone with a large photo: its decoding lasts until the test lets it end.
  const held = deferred();
  const decode = window.createImageBitmap.bind(window);
  vi.stubGlobal('createImageBitmap', async (file: Blob) => {
    await held.promise;
    return decode(file);
  });
  await field('Montant (DA)').fill('2500');
  await userEvent.upload(photo(), await pictureFile());
  await expect.element(dialog().getByText('Préparation de la photo…')).toBeVisible();
  const submit = dialog().getByRole('button', { name: 'Envoyer la demande' });
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true');
  await submit.click({ force: true });
  await press(field('Montant (DA)'), '{Enter}');
  expect(screen.sent('rechargeRequests.create')).toEqual([]);
  held.resolve();
  await expect.element(dialog().getByText(/^Prête à l’envoi : \d+ ko$/)).toBeVisible();
  await expect
    .element(dialog().getByRole('img', { name: 'La photo du reçu, telle qu’elle sera envoyée' }))
    .toBeVisible();
  await expectAccessible();
  await expectNoSideScroll();
  await submit.click();
  await expect.poll(() => uploads).toHaveLength(1);
  expect(screen.sent('rechargeRequests.sendProof')[0]?.body.type).toBe('image/jpeg');
  expect(screen.sent('rechargeRequests.create')).toMatchObject([{ body: { photoAnnounced: true } }]);
  screen.change({ ...arrived, photoMissing: false });
  uploads[0]?.answer({ width: 8, height: 8 });
  await expect.element(lines().getByRole('link', { name: 'Voir la photo du reçu' })).toBeVisible();
});

test('a reseller reads that the photo of a request is missing, what to do with a PDF and with HEIC, sends it again and replaces it [DSK-103][DSK-104][DSK-107]', async () => {
  const screen = await openDialog([rechargeRequest({ id: '7', photoMissing: true })]);
  const uploads = heldPhotos(screen);
  await expect.element(lines()).toHaveTextContent('La photo de cette demande n’est pas arrivée.');
  const file = lines().css('input[type=file]');
  await userEvent.upload(file, new File(['%PDF-1.7'], 'recu.pdf', { type: 'application/pdf' }));
  await expect.element(lines()).toHaveTextContent('faites-en une capture d’écran');
  await userEvent.upload(file, new File(['ftypheic'], 'IMG_1.HEIC', { type: 'image/heic' }));
  await expect.element(lines()).toHaveTextContent('Ce navigateur ne lit pas les photos HEIC.');
  await expectAccessibleAtBothWidths();
  await userEvent.upload(file, await pictureFile());
  await expect.poll(() => uploads).toHaveLength(1);
  screen.change({ ...arrived, photoMissing: false });
  uploads[0]?.answer({ width: 8, height: 8 });
  await expect.element(lines().getByRole('link', { name: 'Voir la photo du reçu' })).toBeVisible();
  await expect.element(lines()).not.toHaveTextContent('n’est pas arrivée');
  await expect.element(lines()).toHaveTextContent('Remplacer la photo');
  // A screenshot of a whole conversation stays tall enough to be read.
  await userEvent.upload(file, await pictureFile('capture.png', 1_080, 9_000));
  await expect.poll(() => uploads).toHaveLength(2);
  const tall = await createImageBitmap(screen.sent('rechargeRequests.sendProof')[1]?.body ?? new Blob());
  expect(tall.height).toBeGreaterThan(3_800);
});

test('the question of a cancellation scrolls under the finger, and the second press of a double press leaves it open', async () => {
  const screen = await openDialog([rechargeRequest()]);
  const keep = lines().getByRole('button', { name: 'Garder' });
  const secondPress = pressAfter(
    document.body,
    () => keep.query() !== null,
    () => {
      const { left, top, width, height } = keep.element().getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (hit instanceof HTMLElement) hit.click();
    },
  );
  await lines().getByRole('button', { name: 'Annuler' }).click();
  await secondPress;
  await lines().getByRole('button', { name: 'Confirmer' }).click();
  await expectToast('Demande annulée');
  expect(screen.sent('rechargeRequests.cancel')).toHaveLength(1);
});
