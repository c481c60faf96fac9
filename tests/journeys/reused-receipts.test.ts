import { type Almas, expect, test } from '../support/browser.ts';
import { digits } from '../support/random.ts';
import { receiptOf } from '../support/receipts.ts';
import { decideAllPending } from './support/accounts.ts';
import { administratorAtDesk, type Caller, reseller } from './support/callers.ts';

let admin: Caller;

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
