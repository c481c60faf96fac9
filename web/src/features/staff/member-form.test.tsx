import type { StaffMember } from '@almas/contract/staff';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '../../../tests/api.ts';
import { render } from '../../../tests/render.tsx';
import { queryClient } from '../../platform/network/index.ts';
import { setDraftOwner } from '../../platform/session/unsaved.ts';
import { MemberForm } from './member-form.tsx';

const member: StaffMember = {
  id: '7',
  name: 'Amine',
  dailyCap: 30_000,
  soldToday: 0,
  isActive: true,
  till: 1,
  createdAt: '2026-03-02T10:00:00.000Z',
};
/** Saved on another device since the form was opened. */
const stored = { ...member, name: 'Amine B.', dailyCap: 5_000 };

const form = (shown: StaffMember, key = 'first') => (
  <QueryClientProvider key={key} client={queryClient}>
    <MemberForm member={shown} onDone={() => undefined} />
  </QueryClientProvider>
);
const name = () => page.getByLabelText('Nom');
const save = () => page.getByRole('button', { name: 'Enregistrer' }).click();
const open = () => {
  const api = fakeApi({ 'staff.update': stored });
  return { ...api, show: render(form(member)) };
};

// Turned red by: a form that sends every field; one that compares with what is stored by now.
test('a form on which only the PIN of a cashier is typed sends the PIN alone, also when the list has been refreshed meanwhile [TEA-30]', async () => {
  const screen = open();
  await page.getByLabelText('Nouveau code').fill('2468');
  screen.show(form(stored));
  await save();
  await expect.poll(() => screen.sent('staff.update')).toHaveLength(1);
  expect(screen.sent('staff.update')[0]?.body).toEqual({ pin: '2468' });
});

// Turned red by: a draft without what its form was opened on.
test('a form of a cashier that is there again after the end of the session sends what was typed before it alone [TEA-30]', async () => {
  setDraftOwner('r1');
  onTestFinished(() => setDraftOwner(''));
  const screen = open();
  await name().fill('Amina');
  await expect.element(name()).toHaveValue('Amina');
  setDraftOwner('');
  setDraftOwner('r1');
  screen.show(form(stored, 'after the sign-in'));
  await expect.element(name()).toHaveValue('Amina');
  await save();
  await expect.poll(() => screen.sent('staff.update')).toHaveLength(1);
  expect(screen.sent('staff.update')[0]?.body).toEqual({ name: 'Amina' });
});
