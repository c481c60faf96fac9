import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import { type Almas, expect, test } from '../support/browser.ts';
import { receiptOf } from '../support/receipts.ts';
import { decideAllPending } from './support/accounts.ts';
import { administrator, administratorAtDesk, type Caller, enterAs, reseller } from './support/callers.ts';
import { expectAccessibleAtBothWidths } from './support/screen-checks.ts';

/* A receipt that was credited before asks on every screen that approves; a photo that is missing, replaced or cannot be used. */
let admin: Caller;
const digits = (length: number) => Array.from({ length }, () => randomInt(10)).join('');

async function sendPhoto(almas: Almas, user: Caller, id: string, photo: Buffer) {
  const response = await fetch(`${almas.baseURL}/api/recharge-requests/${id}/proof`, {
    method: 'PUT',
    headers: {
      'content-type': 'image/jpeg',

      cookie: `almas_session=${user.token}`,
    },
    body: new Uint8Array(photo),
  });
  expect(response.status).toBe(200);
}

/** A request of a reference that was credited, of an account of its own. */
async function reusedRequest(almas: Almas, amount = 2_500) {
  const reference = digits(14);
  const request = async () => {
    const user = await reseller(almas, admin);
    const { id } = await user.call('POST', '/recharge-requests', { amount, method: 'ccp', reference });
    return {
      id: id as string,
      user,
      reference,
      balance: async () => (await user.call('GET', '/me')).balance,
    };
  };
  const credited = await request();
  await admin.call('POST', `/recharge-requests/${credited.id}/approve`, {});
  return { credited, reused: await request() };
}

test('an administrator who approves a receipt that was credited before sees both requests, and credits it after one more confirmation [DSK-106]', async ({
  page,
  almas,
}) => {
  admin = await administratorAtDesk(page, almas);
  await decideAllPending(admin);
  const { credited, reused } = await reusedRequest(almas);
  await sendPhoto(almas, reused.user, reused.id, await receiptOf({ reference: reused.reference }));
  await page.goto('/admin/recharge?status=pending');
  const row = page.getByRole('row').filter({ hasText: 'Amine Benali' }).first();
  await expect(row).toContainText('Déjà vu');
  await row.getByRole('button', { name: 'Approuver' }).click();
  await page
    .getByRole('dialog', { name: 'Approuver la demande' })
    .getByRole('button', { name: 'Approuver' })
    .click();
  const question = page.getByRole('dialog', { name: 'Déjà crédité ?' });
  await expect(question.getByRole('img', { name: /Photo du reçu/ })).toBeVisible();
  expect(await reused.balance()).toBe(0);
  await expect(question.getByRole('region', { name: `À approuver : demande n° ${reused.id}` })).toBeVisible();
  await expect(
    question.getByRole('region', { name: `Déjà créditée : demande n° ${credited.id}` }),
  ).toContainText('Approuvée');
  await question.getByRole('button', { name: 'Créditer quand même' }).click();
  await expect(question).toHaveCount(0);
  await expect.poll(reused.balance).toBe(2_500);
});

test('a reseller reads that the photo of a request is missing, what to do with a PDF and with HEIC, sends it again and replaces it [DSK-103][DSK-104][DSK-107]', async ({
  page,
  almas,
}) => {
  admin = await administrator(almas);
  const buyer = await reseller(almas, admin, { balance: 500 });
  const body = { amount: 1_500, method: 'ccp', photoAnnounced: true };
  const { id } = await buyer.call('POST', '/recharge-requests', body);
  await enterAs(page, almas, buyer);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/profile');
  await page
    .getByRole('button', { name: /^Solde/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Demandes de recharge' });
  const line = dialog.getByRole('list', { name: 'Mes demandes' }).getByRole('listitem');
  await expect(line).toContainText('La photo de cette demande n’est pas arrivée.');
  const file = line.locator('input[type=file]');
  await file.setInputFiles({
    name: 'recu.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  });
  await expect(line).toContainText('faites-en une capture d’écran');
  await file.setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') });
  await expect(line).toContainText('Ce navigateur ne lit pas les photos HEIC.');
  await expectAccessibleAtBothWidths(page);
  const photo = await receiptOf({ reference: digits(14) });
  await file.setInputFiles({ name: 'recu.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(line.getByRole('link', { name: 'Voir la photo du reçu' })).toBeVisible();
  await expect(line).not.toContainText('n’est pas arrivée');
  const tall = await sharp({ create: { width: 1_080, height: 9_000, channels: 3, background: '#f0f0f0' } })
    .png()
    .toBuffer();
  await expect(line).toContainText('Remplacer la photo');
  await file.setInputFiles({ name: 'capture.png', mimeType: 'image/png', buffer: tall });
  await expect
    .poll(async () => (await admin.call('GET', `/recharge-requests/${id}`)).proof?.height)
    .toBeGreaterThan(3_800);
});
