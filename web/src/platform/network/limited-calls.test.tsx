import { errors } from '@almas/locale/errors';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answers, type CallName, refusal } from '../../../tests/api.ts';
import { buttonToBuy, openGame, packed } from '../../../tests/counter.ts';
import { expectToast, toasts } from '../../../tests/expectations.ts';
import { emptyList, freeFireOffers, listOf, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

type Screen = Awaited<ReturnType<typeof openScreen>>;

/** Presses until the browser itself refuses: the server has refused once, and is not asked again. */
async function expectOneCall(
  { sent }: Screen,
  call: CallName,
  sentence: string,
  action: string,
  press: () => Promise<void>,
): Promise<void> {
  for (let presses = 1; presses <= 2; presses += 1) {
    await press();
    await expectToast(sentence);
    expect(sent(call)).toHaveLength(1);
    // Other messages, such as its explanation, may appear meanwhile.
    await expect
      .poll(async () => {
        for (const close of toasts().getByRole('button', { name: 'Fermer' }).elements())
          (close as HTMLElement).click();
        return toasts().getByText(sentence).length;
      })
      .toBe(0);
  }
  expect(Object.keys(localStorage).filter((key) => key.includes('limit'))).toEqual([
    `almas.limit.${action}.r1`,
  ]);
}
const refused = (code: keyof typeof errors) => refusal(429, code, `${errors[code]}`, { retryAfter: 600 });

test('a recharge request beyond the limit is refused by the server, and the next one by the browser without a call [RRQ-05][LIM-13]', async () => {
  const screen = await openScreen('/profile', reseller(), {
    'rechargeRequests.create': refused('TOO_MANY_RECHARGE_REQUESTS'),
  });
  await page.getByRole('button', { name: 'Demander une recharge' }).click();
  await page.getByLabelText('Montant (DA)').fill('100');
  await expectOneCall(
    screen,
    'rechargeRequests.create',
    'Trop de demandes de recharge. Veuillez patienter avant de faire une nouvelle demande.',
    'recharge_request',
    () => page.getByRole('button', { name: 'Envoyer la demande' }).click(),
  );
});

test('a Free Fire request beyond the limit is refused by the server, and the next one by the browser without a call; what was typed stays [FFR-24][LIM-13][LIM-14]', async () => {
  const answers: Answers = {
    'freeFire.offers': listOf(...freeFireOffers),
    'freeFire.requests': emptyList,
    'freeFire.customers': emptyList,
    'freeFire.repeat': { repeat: null },
    'freeFire.createRequest': refused('TOO_MANY_FREE_FIRE_REQUESTS'),
  };
  const screen = await openScreen('/freefire', reseller(), answers);
  await page.getByLabelText('ID Free Fire').fill('12345678');
  const offer = page.getByRole('radio', { name: /100 \+ 10 Diamants/ });
  (offer.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(offer).toBeChecked();
  await expectOneCall(
    screen,
    'freeFire.createRequest',
    'Trop de demandes Free Fire. Veuillez patienter avant de faire une nouvelle demande.',
    'freefire_request',
    () => page.getByRole('button', { name: 'Envoyer la demande' }).click(),
  );
  await expect.element(page.getByLabelText('ID Free Fire')).toHaveValue('12345678');
});

test('a purchase beyond the limit is refused by the server, and the next one by the browser without a call [BUY-29][LIM-13]', async () => {
  const until = new Date(Date.now() + 600_000).toISOString();
  const screen = await openGame([packed()], 1_000, {
    'purchases.create': refused('TOO_MANY_PURCHASES'),
    'accounts.purchaseLimit': { perHour: 1, isOwn: true, byDefault: 60, used: 1, until },
  });
  await expectOneCall(
    screen,
    'purchases.create',
    "Trop d'achats. Veuillez patienter avant de faire un nouvel achat.",
    'purchase',
    () => buttonToBuy('Pack').click(),
  );
});
