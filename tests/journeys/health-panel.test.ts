import { expect, test } from '../support/browser.ts';
import { administrator, enterAs } from './support/callers.ts';
import { expectNoSideScroll } from './support/screen-checks.ts';

// One response of this journey is a 500.
test.use({ allowed: [/status of 500/] });

// Turned red by: the dialog without refetchInterval.
test('an administrator reads the state of the system on a phone, and the open panel is updated', async ({
  page,
  almas,
}) => {
  await enterAs(page, almas, await administrator(almas));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'État du système' }).click();
  const panel = page.getByRole('dialog', { name: 'État du système' });
  const part = (label: string) => panel.getByRole('listitem').filter({ hasText: label });
  await expect(part('Base de données')).toContainText(/Principale, écriture possible, \d+(,\d)? [KMG]o/);
  await expect(part('Base de données')).toContainText('Bon');
  await expect(part('Disque')).toContainText('Base sur une autre machine');
  await expect(part('Connexions à la base')).toContainText('sur 10 occupées');
  await expect(part('Dernière sauvegarde')).toContainText('Jamais');
  await expect(part('Dernière sauvegarde')).toContainText('À vérifier');
  await expect(part('Archive')).toContainText('Non activée');
  await expect(part('Tâches planifiées')).toContainText(/\d+ tâches/);
  await expect(panel.getByRole('status')).toHaveText(
    'Le service fonctionne ; au moins un point est à vérifier.',
  );
  await expectNoSideScroll(page);

  const healthy = await (await page.request.get('/api/health')).json();
  const database = { ...healthy.database, state: 'failed', role: 'standby', writable: false };
  await page.route('**/api/health', (route) => route.fulfill({ json: { ...healthy, database } }));
  await expect(part('Base de données')).toContainText('Secours, en lecture seule, écriture impossible');
  await expect(panel.getByRole('status')).toHaveText(/prévenez l’exploitant/);

  await page.route('**/api/health', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'x' } }),
  );
  await expect(panel.getByRole('button', { name: 'Réessayer' })).toBeVisible();
});
