import { expect, test } from '../support/browser.ts';
import { administrator, callerFor, enterAs, reseller } from './support/callers.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { sql } from './support/sql.ts';

test('the owner limits an employee, who then sees the own pages alone and asks the owner for a credit above the threshold [TEA-11] [TEA-13] [TEA-14]', async ({
  page,
  almas,
  browser,
}) => {
  const owner = await administrator(almas);
  const { id, email, password } = await reseller(almas, owner);
  await sql(
    almas,
    `UPDATE users SET role = 'admin', first_name = 'Samir', last_name = 'Haddad', display_name = 'Samir Haddad' WHERE id = $1`,
    [id],
  );
  const shop = await reseller(almas, owner);
  await sql(almas, `UPDATE users SET company = 'Cyber Oran' WHERE id = $1`, [shop.id]);
  await owner.call('PATCH', '/features/admin-scopes', { enabled: true });

  await enterAs(page, almas, owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Équipe' }).click();
  const team = page.getByRole('dialog', { name: 'Équipe' });
  const line = team.getByTestId('administrator').filter({ hasText: 'Samir Haddad' });
  await expect(line).toContainText('Propriétaire');
  await expectNoSideScroll(page);
  await line.getByRole('button', { name: 'Changer les droits' }).click();
  const form = page.getByRole('dialog', { name: 'Droits : Samir Haddad' });
  await form.getByText('Employé', { exact: true }).click();
  await form.getByRole('switch', { name: 'Comptes' }).check();
  await form.getByLabel('Crédit manuel par jour (DA)').fill('5000');
  await form.getByLabel('Seconde personne au-dessus de (DA)').fill('1000');
  await expectNoSideScroll(page);
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(line).toContainText('0 DA crédités à la main aujourd’hui sur 5 000 DA');
  await expect(line).toContainText('Comptes');

  const desk = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await enterAs(desk, almas, await callerFor(almas, email, password));
  await desk.goto('/admin');
  const nav = desk.getByRole('navigation', { name: 'Navigation principale' });
  await expect(nav.getByRole('link')).toHaveText(['Tableau de bord', 'Gestion des comptes']);
  await expect(desk.getByRole('heading', { name: 'Comptes en attente' })).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Fonctions' })).toHaveCount(0);
  await expect(desk.getByRole('button', { name: 'Équipe' })).toHaveCount(0);
  await expectAccessible(desk);
  await desk.goto('/admin/transactions');
  await expect(
    desk.getByRole('heading', { name: 'Cette page ne fait pas partie de vos droits' }),
  ).toBeVisible();
  await expectAccessible(desk);

  await desk.goto('/admin/users?search=Oran');
  await desk.getByRole('button', { name: 'Recharger' }).click();
  const recharge = desk.getByRole('dialog');
  await recharge.getByLabel(/^Montant/).fill('2000');
  await recharge.getByRole('button', { name: 'Recharger' }).click();
  await recharge.getByRole('button', { name: 'Demander à une seconde personne' }).click();
  await expect(desk.getByText('Demande envoyée : une autre personne la confirme')).toBeVisible();

  await page.goto('/admin');
  const proposal = page.getByTestId('pending-item').filter({ hasText: 'demandé par Samir Haddad' });
  await proposal.getByRole('button', { name: 'Créditer' }).click();
  await expect(page.getByText('Compte crédité')).toBeVisible();
  await page.getByRole('button', { name: 'Équipe' }).click();
  await team.getByText('Journée', { exact: true }).click();
  await expect(team.getByTestId('team-day').filter({ hasText: 'Samir Haddad' })).toContainText(
    'Crédit demandé à une seconde personne',
  );
  expect((await shop.call('GET', '/me')).balance).toBe(2_000);
  await desk.context().close();
});

test('an administrator freezes an account in one tap and ends it in another, and gives it a ceiling of the day [TEA-20] [TEA-21] [TEA-22]', async ({
  page,
  almas,
}) => {
  const owner = await administrator(almas);
  const shop = await reseller(almas, owner, { balance: 500 });
  await sql(
    almas,
    `INSERT INTO account_flags (user_id, kind, day, amount, usual) VALUES ($1, 'fast_hour', '2026-01-05', 50000, 8000)`,
    [shop.id],
  );
  await enterAs(page, almas, owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/admin/users?account=${shop.id}`);
  const details = page.getByRole('dialog').first();
  await details.getByRole('button', { name: 'Geler le compte' }).click();
  await expect(page.getByText('Compte gelé : le solde est conservé')).toBeVisible();
  await expect(details.getByText('Gelé depuis')).toBeVisible();
  expect((await shop.call('GET', '/me')).balance).toBe(500);
  await details.getByRole('button', { name: 'Dégeler le compte' }).click();
  await expect(details.getByText('Gelé depuis')).toHaveCount(0);

  await details.getByRole('button', { name: 'Plafond du jour' }).click();
  const form = page.getByRole('dialog', { name: /^Plafond du jour de/ });
  await expect(form).toContainText('des ventes en cours au même moment peuvent le dépasser');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await form.getByLabel('Dépense par jour (DA)').fill('300');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(details.getByText('300 DA (0 DA aujourd’hui)')).toBeVisible();

  await page.goto('/admin');
  const flag = page.getByTestId('flag');
  await expect(flag).toContainText('500 DA, au lieu de 80 DA d’habitude');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await flag.getByRole('button', { name: 'Vu' }).click();
  await expect(flag).toHaveCount(0);
});
