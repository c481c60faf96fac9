import { business } from '@almas/locale/screens/business';
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { type Answers, refusal } from '../../../tests/api.ts';
import { deskOf } from '../../../tests/desk.ts';
import { expectToast } from '../../../tests/expectations.ts';
import { administrator, noRefusalReasons } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const words = business.contact;
const contact = { phone: '0550 11 22 33', hours: '9 h à 18 h', defaultPhone: null };
const dialog = () => page.getByRole('dialog', { name: business.title });
const tab = (name: keyof typeof business.views) =>
  dialog().getByText(business.views[name], { exact: true }).click();

/** Opens the contact of the dashboard. */
async function open(answers: Answers = {}) {
  const screen = await openScreen('/admin', administrator(), {
    ...deskOf({}).answers,
    'business.paymentAccounts': { items: [] },
    'business.contact': contact,
    'business.refusalReasons': noRefusalReasons,
    ...answers,
  });
  await page.getByRole('button', { name: business.title }).click();
  await tab('contact');
  await expect.element(dialog().getByLabelText(words.phone)).toHaveValue(contact.phone);
  return screen;
}

// Turned red by: a tab that replaces the form at once.
test('another tab of a dialog with unsaved changes is shown after the question, and staying keeps them', async () => {
  await open();
  const hours = dialog().getByLabelText(words.hours);
  await hours.fill('10 h à 20 h');
  await tab('reasons');
  const question = page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' });
  await question.getByRole('button', { name: 'Continuer la saisie' }).click();
  await expect.element(hours).toHaveValue('10 h à 20 h');
  await expect.element(dialog().getByRole('radio', { name: business.views.contact })).toBeChecked();
  await tab('reasons');
  await question.getByRole('button', { name: 'Quitter sans enregistrer' }).click();
  await expect.element(dialog().getByRole('radio', { name: business.views.reasons })).toBeChecked();
  await expect.element(hours).not.toBeInTheDocument();
});

// Turned red by: a form that sends what it was opened on, and puts a colleague's former phone back.
test('a field of the contact that was left as it was follows what a colleague has saved, and is sent like that', async () => {
  const screen = await open({ 'business.changeContact': null as never });
  const phone = dialog().getByLabelText(words.phone);
  await dialog().getByLabelText(words.hours).fill('10 h à 20 h');
  screen.answer({ 'business.contact': { ...contact, phone: '0770 44 55 66' } });
  await screen.emit({ type: 'features' });
  await expect.element(phone).toHaveValue('0770 44 55 66');
  await expect.element(dialog().getByLabelText(words.hours)).toHaveValue('10 h à 20 h');
  await dialog().getByRole('button', { name: business.save }).click();
  await expect
    .poll(() => screen.sent('business.changeContact').map(({ body }) => body))
    .toEqual([{ phone: '0770 44 55 66', hours: '10 h à 20 h' }]);
});

test('a phone number that is too short says so at its field, and a right one is saved with the hours [WRK-20]', async () => {
  const screen = await open({ 'business.changeContact': null as never });
  const save = dialog().getByRole('button', { name: business.save });
  await dialog().getByLabelText(words.phone).fill('12');
  await save.click();
  await expect.element(dialog().getByText('Le numéro de téléphone a 6 à 15 chiffres')).toBeVisible();
  expect(screen.sent('business.changeContact')).toEqual([]);
  await dialog().getByLabelText(words.phone).fill('0550 99 88 77');
  await dialog().getByLabelText(words.hours).fill('Samedi à jeudi, 9 h à 18 h');
  await save.click();
  await expectToast(business.saved);
  expect(screen.sent('business.changeContact').map(({ body }) => body)).toEqual([
    { phone: '0550 99 88 77', hours: 'Samedi à jeudi, 9 h à 18 h' },
  ]);
});

test('the reasons of refusals are edited one on a line [WRK-12]', async () => {
  const saved = { recharge: ['Reçu flou', 'Mauvais compte'], freeFire: [] };
  const screen = await open({ 'business.changeRefusalReasons': saved });
  await tab('reasons');
  await dialog().getByLabelText(business.reasons.recharge).fill('Reçu flou\nMauvais compte');
  await dialog().getByRole('button', { name: business.save }).click();
  await expectToast(business.saved);
  expect(screen.sent('business.changeRefusalReasons').map(({ body }) => body)).toMatchObject([saved]);
});

// Turned red by: a form that sends every list, and shows a refusal that names no field.
test.each([
  ['a 21st reason', Array.from({ length: 21 }, (_, nth) => `Raison ${nth}`).join('\n')],
  ['a reason of more than 200 characters', `Reçu flou\n${'a'.repeat(201)}`],
])('%s says so at its field and is not sent', async (_, typed) => {
  const screen = await open({ 'business.changeRefusalReasons': refusal(422, 'INVALID_INPUT') });
  await tab('reasons');
  const field = dialog().getByLabelText(business.reasons.freeFire);
  await field.fill(typed);
  await dialog().getByRole('button', { name: business.save }).click();
  await expect
    .element(dialog().getByText('20 raisons de 200 caractères au plus', { exact: true }))
    .toBeVisible();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveValue(typed);
  expect(screen.sent('business.changeRefusalReasons')).toEqual([]);
});

// Turned red by: a form that sends what it was opened on, and puts a colleague's former reasons back.
test('reasons of refusals that were left as they were follow what a colleague has saved, and those that were saved ask nothing on leaving', async () => {
  const screen = await open({
    'business.refusalReasons': { recharge: ['Reçu flou'], freeFire: [] },
    'business.changeRefusalReasons': ({ body }) => {
      screen.answer({ 'business.refusalReasons': body });
      return body;
    },
  });
  await tab('reasons');
  const [recharge, freeFire] = [business.reasons.recharge, business.reasons.freeFire].map((label) =>
    dialog().getByLabelText(label),
  ) as [Locator, Locator];
  await freeFire.fill('Joueur inconnu\n');
  screen.answer({ 'business.refusalReasons': { recharge: ['Reçu flou', 'Mauvais compte'], freeFire: [] } });
  await screen.emit({ type: 'features' });
  await expect.element(recharge).toHaveValue('Reçu flou\nMauvais compte');
  await expect.element(freeFire).toHaveValue('Joueur inconnu\n');
  await dialog().getByRole('button', { name: business.save }).click();
  await expectToast(business.saved);
  expect(screen.sent('business.changeRefusalReasons').map(({ body }) => body)).toEqual([
    { recharge: ['Reçu flou', 'Mauvais compte'], freeFire: ['Joueur inconnu'] },
  ]);
  await tab('contact');
  await expect.element(dialog().getByLabelText(words.phone)).toBeVisible();
});

// Turned red by: fields that keep how they were typed, which is never what is stored.
test.each<[view: 'contact' | 'reasons', label: string, typed: string, stored: Answers]>([
  ['contact', words.phone, '٠٧٧٠ 44 55 66', { 'business.contact': { ...contact, phone: '0770 44 55 66' } }],
  [
    'reasons',
    business.reasons.recharge,
    'Reçu flou\n\n  Mauvais compte',
    { 'business.refusalReasons': { recharge: ['Reçu flou', 'Mauvais compte'], freeFire: [] } },
  ],
])(
  'what was saved of the %s is shown as it is stored, and asks nothing on leaving',
  async (view, label, typed, stored) => {
    const saving = () => {
      screen.answer(stored);
      return Object.values(stored)[0] as never;
    };
    const screen = await open({
      'business.changeContact': saving,
      'business.changeRefusalReasons': saving,
    });
    await tab(view);
    await dialog().getByLabelText(label).fill(typed);
    await dialog().getByRole('button', { name: business.save }).click();
    await expectToast(business.saved);
    await tab(view === 'contact' ? 'reasons' : 'contact');
    await expect
      .element(dialog().getByLabelText(view === 'contact' ? business.reasons.recharge : words.phone))
      .toBeVisible();
  },
);
