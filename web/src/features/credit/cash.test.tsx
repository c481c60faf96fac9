import type { Collector, Remittance } from '@almas/contract/credit';
import type { EmployeeScope } from '@almas/contract/route';
import { credit } from '@almas/locale/screens/credit';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, fakeApi } from '../../../tests/api.ts';
import { render } from '../../../tests/render.tsx';
import { administrator, configuration, emptyList, listOf } from '../../../tests/samples.ts';
import { queryClient, refresh } from '../../platform/network/index.ts';
import { SignedInUser } from '../../platform/session/index.ts';
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
  onTestFinished(() => queryClient.clear());
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
