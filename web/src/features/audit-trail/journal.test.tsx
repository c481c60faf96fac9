import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { audited } from '../../../tests/accounts.ts';
import type { Answers } from '../../../tests/api.ts';
import { deskOf } from '../../../tests/desk.ts';
import { administrator, listOf, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const name = 'Amine Benali';
const trail = [
  audited({ id: '3', action: 'wallet.recharge', before: { balance: 0 }, after: { balance: 1_500 } }),
  audited({
    id: '2',
    action: 'free-fire.configure',
    subjectType: 'free-fire-service',
    subjectName: null,
    after: { workingDays: [1, 5] },
  }),
  audited({ id: '1' }),
];

const journal = () => page.getByRole('dialog', { name: 'Journal des actions' });
const lines = () => journal().getByRole('listitem');
const kind = () => journal().getByLabelText('Type d’action');
const search = () => journal().getByRole('searchbox');
const from = () => journal().getByLabelText('Du', { exact: true });

/** Opens the application where the journal answers to its filters. */
async function open(path: string) {
  const answers: Answers = {
    ...deskOf({ accounts: [reseller(), administrator()] }).answers,
    'auditTrail.list': ({ query }) =>
      listOf(
        ...trail.filter(
          ({ action, subjectName }) =>
            (!query.action || action === query.action) &&
            (!query.search || subjectName === query.search) &&
            !query.to,
        ),
      ),
  };
  return await openScreen(path, administrator(), answers);
}

// Turned red by: the name of a switch in the configuration, which no screen shows.
test('the journal names a switch as « Fonctions » does', async () => {
  await openScreen('/admin?journal=1', administrator(), {
    ...deskOf({ accounts: [administrator()] }).answers,
    'auditTrail.list': listOf(
      audited({
        action: 'feature.change',
        subjectType: 'feature',
        subjectId: 'cashiers',
        subjectName: 'cashiers',
        before: { enabled: false },
        after: { enabled: true },
      }),
    ),
  });
  await expect.element(lines()).toHaveTextContent('Fonction activée ou désactivée');
  await expect.element(lines()).toHaveTextContent('Vendeurs par');
});

test('the journal shows who did what with the values before and after, and is filtered by kind, account, administrator and day', async () => {
  const screen = await open('/admin');
  const asked = () => screen.sent('auditTrail.list').at(-1)?.query;
  await page.getByRole('button', { name: 'Journal des actions' }).click();
  await expect.element(lines()).toHaveLength(3);
  await expect.element(lines().first()).toHaveTextContent(`Solde crédité`);
  await expect.element(lines().first()).toHaveTextContent(name);
  await expect.element(lines().first()).toHaveTextContent('0 DA 1 500 DA');
  await kind().selectOptions('Service Free Fire configuré');
  await expect.element(lines()).toHaveTextContent('Jours ouverts lun., ven.');
  await journal().getByRole('button', { name: 'Effacer les filtres' }).click();
  await kind().selectOptions('Compte activé');
  await search().fill(name);
  await expect.element(lines()).toHaveLength(1);
  await expect.element(lines()).toHaveTextContent('Compte activé');
  await journal().getByLabelText('Administrateur').selectOptions('Nadia Haddad');
  await from().fill('2020-01-01');
  await journal().getByLabelText('Au', { exact: true }).fill('2020-01-02');
  await expect.element(journal().getByText('Aucune action enregistrée')).toBeVisible();
  await expect.poll(asked).toMatchObject({
    action: 'user.activate',
    search: name,
    actorId: 'a1',
    from: '2020-01-01',
    to: '2020-01-02',
  });
  // Clearing a filter empties its field, including what has been typed meanwhile.
  await search().fill('Benali');
  await journal().getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect.element(search()).toHaveValue('');
  await expect.element(lines()).toHaveLength(3);
  await lines().first().getByRole('link', { name }).click();
  await expect.poll(screen.address).toMatch(/^\/admin\/users\?/);
  await expect
    .element(page.getByRole('dialog', { name: `Compte de ${name}` }))
    .toHaveTextContent('amine@exemple.dz');
});

test('the address holds the filters of the journal beside those of the list below: opened again and after Back they are kept, and closing the journal removes them', async () => {
  const list = '/admin/users?search=amine';
  const screen = await open(list);
  await page.getByRole('button', { name: 'Journal', exact: true }).click();
  await kind().selectOptions('Compte activé');
  await search().fill(name);
  await from().fill('2020-01-01');
  const isFiltered = async ({ address }: typeof screen) => {
    await expect.element(kind()).toHaveValue('user.activate');
    await expect.element(search()).toHaveValue(name);
    await expect.element(from()).toHaveValue('2020-01-01');
    await expect.element(lines()).toHaveLength(1);
    // Typed text becomes a filter after a pause.
    const searches = () => {
      const { searchParams } = new URL(address(), location.origin);
      return [searchParams.get('journalSearch'), searchParams.get('search')];
    };
    await expect.poll(searches).toEqual([name, 'amine']);
  };
  await isFiltered(screen);
  await lines().getByRole('link', { name }).click();
  const account = page.getByRole('dialog', { name: `Compte de ${name}` });
  await expect.element(account).toBeVisible();
  const filtered = screen.address();
  screen.back();
  await expect.element(account).toHaveLength(0);
  await isFiltered(screen);
  expect(filtered).not.toBe(screen.address());
  await userEvent.keyboard('{Escape}');
  await expect.element(journal()).toHaveLength(0);
  await expect.poll(screen.address).toBe(list);
  await page.getByRole('button', { name: 'Journal', exact: true }).click();
  await expect.element(kind()).toHaveValue('');
  screen.back();
  await expect.element(journal()).toHaveLength(0);
  expect(screen.address()).toBe(list);
});

test('an address with filters opens the journal with them, and without one that it does not know', async () => {
  await open('/admin?journal=1&journalAction=user.activate&journalFrom=2020-01-01');
  await expect.element(kind()).toHaveValue('user.activate');
  await expect.element(from()).toHaveValue('2020-01-01');
  await expect.element(lines()).toHaveLength(1);
  await open('/admin?journal=1&journalAction=toString');
  await expect.element(kind()).toHaveValue('');
  await expect.element(lines()).toHaveLength(3);
});
