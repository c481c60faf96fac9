import { expect, test } from '../support/browser.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { hasStarted } from './support/page-data.ts';

test.use({ environment: { EXTENSIONS: 'contact-delivery' } });

test('with contact-delivery a message reaches the administrators', async ({ page, almas }) => {
  const admin = await administrator(almas);
  await enterAs(page, almas, await reseller(almas, admin));
  await page.goto('/dashboard');
  await hasStarted(page);
  await page.getByRole('button', { name: 'Contacter l’admin' }).click();
  await expect(page.getByRole('dialog').getByText(/numéro de la commande/)).toBeVisible();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: 'Message' })
    .fill('Mon virement de ce matin est-il arrivé ?');
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click();
  await expect(page.getByText("Votre message a été envoyé à l'administrateur")).toBeVisible();
  const { items } = await admin.call('GET', '/notifications');
  const texts = items.map(({ message }: { message: string }) => message).join('\n');
  expect(texts).toContain('Mon virement de ce matin est-il arrivé ?');
});
