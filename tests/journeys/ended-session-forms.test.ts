import type { Locator, Page } from '@playwright/test';
import { type Almas, expect, submitSignIn, test } from '../support/browser.ts';
import { createNamedReseller, pressRowAction, requestRecharge } from './support/accounts.ts';
import { administrator, type Caller, enterAs } from './support/callers.ts';
import { withoutLiveEvents } from './support/page-data.ts';
import { createProductWithCodes, newCode, purchase } from './support/products.ts';
import { openAllDay, requestTopUp } from './support/top-up.ts';

/*
 * Every form of the application whose save meets the ended session: after the sign-in its texts are there again. Turned red by: a form
 * that is not registered while it is being saved; a form without a draft; codes that wait for the save and take the rest with them.
 */
let admin: Caller;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
});

interface FilledForm {
  readonly user: Caller;
  readonly address: string;
  /** Opens the form. */
  readonly open?: (page: Page) => Promise<unknown>;
  /** What is typed, by field. */
  readonly fields: readonly [(page: Page) => Locator, string][];
  readonly save: (page: Page) => Promise<unknown>;
}

const dialog = (page: Page) => page.getByRole('dialog').last();
const inDialog = (label: string) => (page: Page) => dialog(page).getByLabel(label, { exact: true });
const onPage = (label: string) => (page: Page) =>
  page.getByRole('main').getByLabel(label, { exact: true }).first();
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).last().click();
const row = (page: Page, { name }: { readonly name: string }) =>
  page.getByRole('row').filter({ hasText: name });

async function losesNothing(page: Page, almas: Almas, form: FilledForm): Promise<void> {
  await enterAs(page, almas, form.user);
  // The end of the session is noticed by the save alone.
  await withoutLiveEvents(page);
  await page.goto(form.address);
  await form.open?.(page);
  for (const [field, text] of form.fields) await field(page).fill(text);
  await page.context().clearCookies();
  await form.save(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Votre session a pris fin')).toBeVisible();
  await expect(
    page.getByText(/Rien n’a été acheté ni enregistré depuis\. Ce que vous aviez saisi/),
  ).toBeVisible();
  await submitSignIn(page, form.user);
  await expect(page).not.toHaveURL(/\/login$/);
  await form.open?.(page);
  for (const [field, text] of form.fields) await expect(field(page)).toHaveValue(text);
}

test('a product that is being created or changed when the session has ended is there after the sign-in, without its codes', async ({
  page,
  almas,
  anotherPage,
}) => {
  const product = await createProductWithCodes(admin);
  await losesNothing(page, almas, {
    user: admin,
    address: '/admin/products/new',
    open: async (opened) => {
      const game = opened.getByLabel('Jeu');
      if ((await game.inputValue()) === '') await game.selectOption('PUBG Mobile');
    },
    fields: [
      [onPage('Nom du produit'), 'UC'],
      [onPage('Description'), 'Un texte long'],
    ],
    save: async (opened) => {
      await opened.getByRole('button', { name: 'Importer des codes' }).first().click();
      await dialog(opened).getByRole('textbox').first().fill(newCode());
      await dialog(opened)
        .getByRole('button', { name: /^Importer/ })
        .click();
      await expect(opened.getByRole('dialog')).toHaveCount(0);
      await opened.getByRole('button', { name: 'Créer le produit' }).click();
    },
  });
  await expect(page.getByText('Le code ajouté n’a pas été conservé')).toBeVisible();
  await losesNothing(await anotherPage(), almas, {
    user: admin,
    address: `/admin/products/${product.id}/edit`,
    fields: [
      [onPage('Description'), 'Une autre description'],
      [onPage('Prix (DA)'), '137'],
    ],
    save: press('Sauvegarder tout'),
  });
});

test('what an administrator was typing about an account or a request when the session ended is there after the sign-in', async ({
  almas,
  anotherPage,
}) => {
  await openAllDay(admin);
  const nadia = await createNamedReseller(almas, admin, { balance: 5_000 });
  await purchase(nadia, await createProductWithCodes(admin));
  await requestRecharge(nadia, 700);
  const queue = `/admin/recharge?search=${encodeURIComponent(nadia.email)}`;
  const topUp = await requestTopUp(nadia, '5550004321');
  const detailOf = async (type: string) => {
    const found = await admin.call(
      'GET',
      `/transactions?type=${type}&search=${encodeURIComponent(nadia.email)}`,
    );
    return `/admin/transactions?transaction=${found.items[0].id}`;
  };
  const [recharge, sale] = [await detailOf('recharge'), await detailOf('purchase')];
  const list = `/admin/users?search=${encodeURIComponent(nadia.email)}`;
  const forms: readonly Omit<FilledForm, 'user'>[] = [
    {
      address: list,
      open: (opened) => row(opened, nadia).getByRole('button', { name: 'Recharger' }).click(),
      fields: [[inDialog('Montant (DA)'), '450']],
      save: (opened) => dialog(opened).getByRole('button', { name: 'Recharger' }).click(),
    },
    {
      address: list,
      open: (opened) => pressRowAction(row(opened, nadia), 'Désactiver'),
      fields: [[inDialog('Raison'), 'Compte vendu']],
      save: (opened) => dialog(opened).getByRole('button', { name: 'Confirmer' }).click(),
    },
    {
      address: queue,
      open: (opened) => opened.getByRole('button', { name: 'Approuver', exact: true }).first().click(),
      fields: [[inDialog('Note'), 'Vu sur le relevé']],
      save: (opened) => dialog(opened).getByRole('button', { name: 'Approuver', exact: true }).click(),
    },
    {
      address: queue,
      open: (opened) => opened.getByRole('button', { name: 'Rejeter', exact: true }).first().click(),
      fields: [[inDialog('Raison'), 'Reçu illisible']],
      save: (opened) => dialog(opened).getByRole('button', { name: 'Rejeter', exact: true }).click(),
    },
    {
      address: `/admin/freefire?request=${topUp}`,
      open: (opened) => dialog(opened).getByRole('button', { name: 'Valider', exact: true }).click(),
      fields: [
        [(opened) => dialog(opened).getByLabel(/Lien de l’image/), 'https://exemple.dz/preuve.png'],
        [inDialog('Note'), 'Envoyé'],
      ],
      save: (opened) => dialog(opened).getByRole('button', { name: 'Valider', exact: true }).click(),
    },
    {
      address: `/admin/freefire?request=${topUp}`,
      open: (opened) => dialog(opened).getByRole('button', { name: 'Refuser', exact: true }).click(),
      fields: [[inDialog('Raison'), 'ID introuvable']],
      save: (opened) => dialog(opened).getByRole('button', { name: 'Refuser', exact: true }).click(),
    },
    {
      address: recharge,
      open: (opened) => dialog(opened).getByRole('button', { name: 'Corriger' }).click(),
      fields: [
        [inDialog('Montant à reprendre (DA)'), '30'],
        [inDialog('Raison'), 'Erreur de saisie'],
      ],
      save: (opened) => dialog(opened).getByRole('button', { name: 'Débiter' }).click(),
    },
    {
      address: sale,
      fields: [[inDialog('Raison de la consultation'), 'Code refusé']],
      save: (opened) => dialog(opened).getByRole('button', { name: 'Afficher les codes' }).click(),
    },
  ];
  for (const form of forms) {
    // A page that holds a typed form would ask before it is left.
    await losesNothing(await anotherPage(), almas, { ...form, user: admin });
  }
});

test('what a reseller was typing when the session ended is there after the sign-in', async ({
  almas,
  anotherPage,
}) => {
  await openAllDay(admin);
  const nadia = await createNamedReseller(almas, admin, { balance: 5_000 });
  const forms: readonly Omit<FilledForm, 'user'>[] = [
    {
      address: '/profile',
      open: async (opened) => {
        const edit = opened.getByRole('button', { name: 'Modifier' });
        if (await edit.isVisible()) await edit.click();
      },
      fields: [[onPage('Ville'), 'Sétif']],
      save: press('Enregistrer'),
    },
    {
      address: '/profile',
      open: (opened) =>
        opened
          .getByRole('button', { name: /^Solde/ })
          .first()
          .click(),
      fields: [
        [inDialog('Montant (DA)'), '2500'],
        [(opened) => dialog(opened).getByLabel(/^Référence/), 'T-7781'],
      ],
      save: (opened) => dialog(opened).getByRole('button', { name: 'Envoyer la demande' }).click(),
    },
    {
      address: '/freefire',
      fields: [[onPage('ID Free Fire'), '5550001234']],
      save: async (opened) => {
        await opened.getByRole('radio').first().check({ force: true });
        await opened.getByRole('button', { name: /^Envoyer la demande/ }).click();
      },
    },
  ];
  for (const form of forms) {
    await losesNothing(await anotherPage(), almas, { ...form, user: nadia });
  }
});
