import type { Collector, Remittance } from '@almas/contract/credit';
import type { EmployeeScope } from '@almas/contract/route';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { common } from '@almas/locale/screens/common';
import { credit } from '@almas/locale/screens/credit';
import { QueryClientProvider } from '@tanstack/react-query';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, fakeApi, lost } from '../../../tests/api.ts';
import { expectToast } from '../../../tests/expectations.ts';
import { render } from '../../../tests/render.tsx';
import { administrator, configuration, emptyList, listOf } from '../../../tests/samples.ts';
import { queryClient, refresh } from '../../platform/network/index.ts';
import { SignedInUser } from '../../platform/session/index.ts';
import { Toasts } from '../../ui/toasts.tsx';
import { Cash } from './cash.tsx';

const words = credit.cash;
const collector: Collector = {
  id: 'a1',
  name: 'Samir',
  held: 500,
  ceiling: 50_000,
  openRemittance: null,
  mayRemit: true,
};

/** The cash as this administrator sees it; a call that writes answers as it is given here. */
function open(shown: Collector, scopes?: EmployeeScope[], answers: Answers = {}) {
  queryClient.clear();
  onTestFinished(() => {
    queryClient.clear();
    localStorage.clear();
  });
  const sent = fakeApi({
    'configuration.get': { ...configuration, extensions: ['credit', 'admin-scopes'] },
    'credit.collectors': listOf(shown),
    'credit.remittances': emptyList,
    ...answers,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SignedInUser value={administrator(scopes && { scopes })}>
        <Cash />
        <Toasts />
      </SignedInUser>
    </QueryClientProvider>,
  );
  return sent;
}

// Turned red by: a button that is shown whatever the person may do.
test.each([
  ['an employee who collects is not offered the ceilings of collectors', ['collect'] as EmployeeScope[], 0],
  ['the owner changes the ceilings of collectors', undefined, 1],
])('%s [TEA-14]', async (_, scopes, ceilings) => {
  open(collector, scopes);
  await expect.element(page.getByRole('button', { name: 'Versement', exact: true })).toBeVisible();
  await expect
    .poll(() => page.getByRole('button', { name: 'Changer le plafond' }).elements())
    .toHaveLength(ceilings);
});

const announced: Remittance = {
  id: '4',
  collectorId: 'a2',
  collectorName: 'Samir',
  amount: 500,
  note: '',
  state: 'open',
  createdAt: '2026-03-02T10:00:00.000Z',
  confirmedByName: null,
  confirmedAt: null,
};

// Turned red by: a question that stays open for the collector's next remittance.
test('the question whether a remittance was received is gone when the collector announces another one instead [CRE-21][P29]', async () => {
  const shown = { ...collector, id: 'a2', held: 6_000, openRemittance: announced };
  const api = open(shown, ['collect']);
  await page.getByRole('button', { name: words.confirm }).click();
  const question = page.getByRole('dialog', { name: words.confirmTitle });
  await expect.element(question).toHaveTextContent(words.confirmText('Samir', 500));
  const next = { ...announced, id: '5', amount: 5_000 };
  api.answer({ 'credit.collectors': listOf({ ...shown, openRemittance: next }) });
  await refresh('credit');
  await expect.element(page.getByText(words.waiting(5_000))).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  expect(api.sent('credit.confirmRemittance')).toEqual([]);
});

// Turned red by: cash that only the account itself can hand over, which is deactivated.
test('cash of a deactivated agent is recorded by who has received it [CRE-24]', async () => {
  const left = { ...collector, id: 'a2', openRemittance: announced, mayRemit: false };
  const api = open(left, ['collect'], { 'credit.receive': { ...announced, id: '5', state: 'confirmed' } });
  await page.getByRole('button', { name: words.receive }).click();
  const form = page.getByRole('dialog', { name: words.receiveTitle('Samir') });
  await expect.element(form).toHaveTextContent(words.receiveInstead(500));
  await form.getByRole('textbox', { name: words.receiveAmount }).fill('450');
  await form.getByRole('button', { name: words.receiveSubmit }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(api.sent('credit.receive')).toMatchObject([
    { params: { id: 'a2' }, body: { amount: 450, note: '', held: collector.held }, key: expect.any(String) },
  ]);
});

const lossButton = () => page.getByRole('button', { name: words.lose, exact: true });

// Turned red by: a loss that is offered to an employee, or of the own cash.
test.each([
  ['an employee', 'a2', ['collect'] as EmployeeScope[]],
  ['the owner for the own cash', 'a1', undefined],
])('%s is not offered to record a loss [CRE-55]', async (_, id, scopes) => {
  open({ ...collector, id }, scopes);
  await expect.element(page.getByText(words.ceiling(collector.ceiling))).toBeVisible();
  await expect.element(lossButton()).not.toBeInTheDocument();
});

// Turned red by: an amount above what is held that is sent; a loss that the list shows as a hand-over.
test('the owner records that an agent has left with the cash, and reads what that does [CRE-55]', async () => {
  const left = { ...collector, id: 'a2', held: 50_000, openRemittance: announced };
  const lost: Remittance = { ...announced, id: '6', amount: 50_000, note: 'Parti', state: 'lost' };
  const api = open(left, undefined, { 'credit.lose': { ...lost, confirmedByName: 'Nadia' } });
  await lossButton().click();
  const form = page.getByRole('dialog', { name: words.loseTitle('Samir') });
  await expect.element(form).toHaveTextContent(words.loseText);
  await expect.element(form).toHaveTextContent(words.receiveInstead(500));
  await form.getByLabelText(words.loseAmount).fill('50 001');
  await form.getByLabelText(words.loseReason).fill('Parti');
  await form.getByRole('button', { name: words.loseSubmit }).click();
  await expect.element(form).toHaveTextContent('La perte dépasse les espèces détenues');
  expect(api.sent('credit.lose')).toEqual([]);
  await form.getByLabelText(words.loseAmount).fill('50 000');
  api.answer({
    'credit.collectors': listOf({ ...left, held: 0, openRemittance: null }),
    'credit.remittances': listOf({ ...lost, confirmedByName: 'Nadia' }),
  });
  await form.getByRole('button', { name: words.loseSubmit }).click({ position: { x: 34, y: 4 } });
  await expect.element(form).not.toBeInTheDocument();
  expect(api.sent('credit.lose').map(({ body }) => body)).toEqual([
    { amount: 50_000, reason: 'Parti', held: 50_000 },
  ]);
  await expect.element(page.getByText(words.lostBy('Nadia'))).toBeVisible();
  await expect.element(lossButton()).not.toBeInTheDocument();
});

describe('an answer about cash that was lost', () => {
  const { lost: repeat } = adminWallet;
  const owed = { ...collector, id: 'a2', held: 3_000, mayRemit: false };
  const press = (name: string, left = 4) =>
    page
      .getByRole('dialog')
      .getByRole('button', { name, exact: true })
      .click({ position: { x: left, y: 4 } });

  // Turned red by: a sentence that the network has failed, after which the remittance is gone.
  test('of a confirmation says that the decision may have been recorded, also when the remittance is gone', async () => {
    const shown = { ...owed, openRemittance: announced };
    const api = open(shown, ['collect'], { 'credit.confirmRemittance': lost });
    await page.getByRole('button', { name: words.confirm }).click();
    api.answer({ 'credit.collectors': listOf({ ...shown, held: 2_500, openRemittance: null }) });
    await press(words.confirm);
    await expectToast(common.network.decisionLost);
    await expect.element(page.getByText(words.waiting(500))).not.toBeInTheDocument();
    await expectToast(common.network.decisionLost);
  });

  // Turned red by: a bound that follows what is held, which is less since.
  test.each([
    [
      'what an agent hands over',
      'credit.remit',
      { ...owed, id: 'a1', mayRemit: true },
      [words.remit, words.remitAmount, words.remitSubmit],
    ],
    ['what was received', 'credit.receive', owed, [words.receive, words.receiveAmount, words.receiveSubmit]],
  ] as const)(
    'of %s asks to press again, and the same call is sent [CRE-39]',
    async (_, call, shown, texts) => {
      const [opener, amount, submit] = texts;
      const api = open(shown, undefined, { [call]: lost });
      const begin = async () => {
        await page.getByRole('button', { name: opener, exact: true }).click();
        await page.getByRole('textbox', { name: amount }).fill('2500');
      };
      await begin();
      api.answer({ 'credit.collectors': listOf({ ...shown, held: 500 }) });
      await press(submit);
      await expectToast(repeat);
      await press(submit, 40);
      await expect.poll(() => api.sent(call)).toHaveLength(2);
      await press('Annuler');
      await begin();
      await press(submit, 80);
      await expect.poll(() => api.sent(call)).toHaveLength(3);
      expect(new Set(api.sent(call).map(({ key }) => key)).size).toBe(1);
    },
  );

  // Turned red by: a dialog that goes with the row of an agent who holds no cash any more.
  test.each([
    ['received', 'credit.receive', [words.receive, words.receiveAmount, words.receiveSubmit]],
    ['lost', 'credit.lose', [words.lose, words.loseAmount, words.loseSubmit]],
  ] as const)(
    'of all the cash of a deactivated agent that was %s stays open for the next press, though the agent is off the list [CRE-39]',
    async (_, call, [opener, amount, submit]) => {
      const api = open(owed, undefined, { [call]: lost });
      await page.getByRole('button', { name: opener, exact: true }).click();
      await page.getByRole('textbox', { name: amount }).fill('3000');
      if (call === 'credit.lose') await page.getByLabelText(words.loseReason).fill('Parti');
      api.answer({ 'credit.collectors': emptyList });
      await press(submit);
      await expectToast(repeat);
      await expect.element(page.getByTestId('collector')).toHaveLength(0);
      api.answer({ [call]: { ...announced, id: '5', amount: 3_000, state: 'confirmed' } });
      await press(submit, 40);
      await expect.element(page.getByRole('dialog')).toHaveLength(0);
      expect(api.sent(call)).toHaveLength(2);
      expect(new Set(api.sent(call).map(({ key }) => key)).size).toBe(1);
    },
  );
});
