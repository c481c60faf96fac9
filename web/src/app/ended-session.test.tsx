import type { User } from '@almas/contract/accounts';
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { type Answers, type CallName, refusal } from '../../tests/api.ts';
import { officeAnswers } from '../../tests/office.ts';
import { administrator, freeFireOffers, listOf, reseller } from '../../tests/samples.ts';
import { openScreen } from '../../tests/screen.tsx';

/*
 * Every form of the application whose save meets the ended session: after the sign-in its texts are there again. Turned red by: a form
 * that is not registered while it is being saved; a form without a draft.
 */
interface FilledForm {
  readonly address: string;
  readonly call: CallName;
  /** Opens the form. */
  readonly open?: () => Promise<unknown>;
  /** What is typed, by field. */
  readonly fields: readonly [Locator, string][];
  readonly save: () => Promise<unknown>;
}

const main = page.getByRole('main');
const dialog = page.getByRole('dialog').last();
const inDialog = (label: string) => dialog.getByLabelText(label, { exact: true });
const pressIn = (within: Locator, name: string | RegExp) => () =>
  within.getByRole('button', { name, exact: true }).first().click();

async function losesNothing(user: User, answers: Answers, form: FilledForm): Promise<void> {
  const screen = await openScreen(form.address, user, {
    ...answers,
    'accounts.login': user,
    [form.call]: refusal(401, 'UNAUTHENTICATED'),
  });
  await form.open?.();
  for (const [field, text] of form.fields) await field.fill(text);
  screen.answer({ 'accounts.session': { user: null } });
  await form.save();
  await expect.poll(screen.address).toBe('/login');
  await expect.element(page.getByText('Votre session a pris fin')).toBeVisible();
  await expect
    .element(page.getByText(/Rien n’a été acheté ni enregistré depuis\. Ce que vous aviez saisi/))
    .toBeVisible();
  screen.answer({ 'accounts.session': { user } });
  await page.getByLabelText('Email', { exact: true }).fill(user.email);
  await page.getByLabelText('Mot de passe', { exact: true }).fill('motdepasse');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect.poll(screen.address).toBe(form.address);
  await form.open?.();
  for (const [field, text] of form.fields) await expect.element(field).toHaveValue(text);
}

const row = page.getByRole('row').filter({ hasText: 'Karim Saadi' });
const forms: readonly FilledForm[] = [
  {
    address: '/admin/users',
    call: 'wallet.recharge',
    open: pressIn(row, 'Recharger'),
    fields: [[inDialog('Montant (DA)'), '450']],
    save: pressIn(dialog, 'Recharger'),
  },
  {
    address: '/admin/users',
    call: 'users.deactivate',
    open: async () => {
      await row.getByRole('button', { name: /^Autres actions/ }).click();
      await pressIn(row, 'Désactiver')();
    },
    fields: [[inDialog('Raison'), 'Compte vendu']],
    save: pressIn(dialog, 'Confirmer'),
  },
  {
    address: '/admin/recharge',
    call: 'rechargeRequests.approve',
    open: pressIn(main, 'Approuver'),
    fields: [[inDialog('Note'), 'Vu sur le relevé']],
    save: pressIn(dialog, 'Approuver'),
  },
  {
    address: '/admin/recharge',
    call: 'rechargeRequests.reject',
    open: pressIn(main, 'Rejeter'),
    fields: [[inDialog('Raison'), 'Reçu illisible']],
    save: pressIn(dialog, 'Rejeter'),
  },
  {
    address: '/admin/freefire?request=31',
    call: 'freeFire.validate',
    open: pressIn(dialog, 'Valider'),
    fields: [
      [dialog.getByLabelText(/Lien de l’image/), 'https://exemple.dz/preuve.png'],
      [inDialog('Note'), 'Envoyé'],
    ],
    save: pressIn(dialog, 'Valider'),
  },
  {
    address: '/admin/freefire?request=31',
    call: 'freeFire.refuse',
    open: pressIn(dialog, 'Refuser'),
    fields: [[inDialog('Raison'), 'ID introuvable']],
    save: pressIn(dialog, 'Refuser'),
  },
  {
    address: '/admin/transactions?transaction=41',
    call: 'wallet.debit',
    open: pressIn(dialog, 'Corriger'),
    fields: [
      [inDialog('Montant à reprendre (DA)'), '30'],
      [inDialog('Raison'), 'Erreur de saisie'],
    ],
    save: pressIn(dialog, 'Débiter'),
  },
  {
    address: '/admin/transactions?transaction=42',
    call: 'purchases.reveal',
    fields: [[inDialog('Raison de la consultation'), 'Code refusé']],
    save: pressIn(dialog, 'Afficher les codes'),
  },
  {
    address: '/admin/products/51/edit',
    call: 'products.update',
    fields: [
      [main.getByLabelText('Description', { exact: true }).first(), 'Une autre description'],
      [main.getByLabelText('Prix (DA)', { exact: true }).first(), '137'],
    ],
    save: pressIn(main, 'Sauvegarder tout'),
  },
];

test.each(forms)(
  'what an administrator was typing when the session ended is there after the sign-in: $address, $call',
  (form) => losesNothing(administrator(), officeAnswers(), form),
);

const ownForms: readonly FilledForm[] = [
  {
    address: '/profile',
    call: 'accounts.updateMe',
    open: async () => {
      const edit = page.getByRole('button', { name: 'Modifier' });
      if (edit.elements().length > 0) await edit.click();
    },
    fields: [[main.getByLabelText('Ville', { exact: true }), 'Sétif']],
    save: pressIn(main, 'Enregistrer'),
  },
  {
    address: '/profile',
    call: 'rechargeRequests.create',
    open: () =>
      page
        .getByRole('button', { name: /^Solde/ })
        .first()
        .click(),
    fields: [
      [inDialog('Montant (DA)'), '2500'],
      [dialog.getByLabelText(/^Référence/), 'T-7781'],
    ],
    save: pressIn(dialog, 'Envoyer la demande'),
  },
  {
    address: '/freefire',
    call: 'freeFire.createRequest',
    fields: [[main.getByLabelText('ID Free Fire'), '5550001234']],
    save: async () => {
      await main.getByText('100 + 10 Diamants').click();
      await pressIn(main, 'Envoyer la demande')();
    },
  },
];

test.each(ownForms)(
  'what a reseller was typing when the session ended is there after the sign-in: $address, $call',
  (form) =>
    losesNothing(
      reseller(),
      {
        'business.paymentAccounts': { items: [] },
        'freeFire.offers': { items: [...freeFireOffers], nextCursor: null },
        'freeFire.requests': listOf(),
        'freeFire.customers': listOf(),
        'freeFire.repeat': { repeat: null },
      },
      form,
    ),
);
