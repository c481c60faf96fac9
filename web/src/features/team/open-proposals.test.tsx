import type { CreditProposal } from '@almas/contract/wallet';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import '../../../tests/page.ts';
import { fakeApi } from '../../../tests/api.ts';
import { takesPresses, textsOf } from '../../../tests/expectations.ts';
import { middleOf, render } from '../../../tests/render.tsx';
import { administrator, emptyList, listOf } from '../../../tests/samples.ts';
import { queryClient, refresh } from '../../platform/network/index.ts';
import { SignedInUser } from '../../platform/session/index.ts';
import { Toasts } from '../../ui/toasts.tsx';
import OpenProposals from './open-proposals.tsx';

const proposal = (id: string, userName: string, amount: number): CreditProposal => ({
  id,
  userId: `r${id}`,
  userName,
  amount,
  note: '',
  state: 'open',
  proposedById: 'a2',
  proposedByName: 'Samir Haddad',
  createdAt: '2026-03-02T10:00:00.000Z',
  decidedByName: null,
  decidedAt: null,
});
const oran = proposal('1', 'Cyber Oran', 60_000);
const setif = proposal('2', 'Cyber Sétif', 90_000);
const batna = proposal('3', 'Cyber Batna', 900_000);

const rows = () => page.getByRole('listitem');
const row = (name: string) => rows().filter({ hasText: name });
const credit = (name: string) => row(name).getByRole('button', { name: 'Créditer' });

// The pointer is where the test before has left it.
beforeEach(() => commands.pointAt(1200, 800));

async function open() {
  queryClient.clear();
  onTestFinished(() => queryClient.clear());
  const api = fakeApi({
    'wallet.proposals': listOf(setif, oran),
    'wallet.decideProposal': ({ params }) => ({
      ...(params.id === oran.id ? oran : params.id === setif.id ? setif : batna),
      state: 'approved',
      decidedByName: 'Nadia Haddad',
      decidedAt: '2026-03-02T11:00:00.000Z',
    }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SignedInUser value={administrator()}>
        <OpenProposals />
        <Toasts />
      </SignedInUser>
    </QueryClientProvider>,
  );
  await expect.element(rows()).toHaveLength(2);
  await takesPresses(credit('Sétif'));
  return api;
}

// Turned red by: a list that draws what the server has now, newest first, in which each button moves by a row.
test('a press credits the proposal that it was aimed at while a colleague proposes one and withdraws another [P29]', async () => {
  const api = await open();
  await commands.pointAt(...middleOf(credit('Oran').element()));
  api.answer({ 'wallet.proposals': listOf(batna, oran) });
  await refresh('wallet');
  await expect.element(row('Sétif')).toHaveTextContent('Déjà traitée');
  expect(textsOf(rows()).map((text) => /Cyber \S+?(?=\d)/.exec(text)?.[0])).toEqual([
    'Cyber Sétif',
    'Cyber Oran',
  ]);
  await commands.press(1);
  await expect
    .poll(() => api.sent('wallet.decideProposal'))
    .toMatchObject([{ params: { id: oran.id }, body: { outcome: 'approve' } }]);
  await commands.pointAt(1200, 800);
  await expect.element(row('Batna')).toBeVisible();
});

test('a credited proposal stays in its place with its state, and the list with it when it was the last one', async () => {
  const api = await open();
  api.answer({ 'wallet.proposals': listOf(oran) });
  await credit('Sétif').click();
  await expect.element(rows().first()).toHaveTextContent('Approuvé par Nadia Haddad');
  await expect.element(rows()).toHaveLength(2);
  api.answer({ 'wallet.proposals': emptyList });
  await credit('Oran').click();
  await expect.element(rows().nth(1)).toHaveTextContent('Approuvé par Nadia Haddad');
  await expect.element(page.getByRole('heading', { name: 'Crédits à confirmer' })).toBeVisible();
});

test('an administrator who takes back the own proposal reads that it is withdrawn, not that it was refused', async () => {
  const api = await open();
  const own = { ...batna, proposedById: administrator().id };
  api.answer({
    'wallet.proposals': listOf(own),
    'wallet.decideProposal': { ...own, state: 'refused', decidedByName: 'Nadia Haddad' },
  });
  await refresh('wallet');
  await row('Batna').getByRole('button', { name: 'Retirer' }).click();
  await expect.element(page.getByText('Demande retirée')).toBeVisible();
});
