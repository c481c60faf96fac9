import { shop as words } from '@almas/locale/screens/shop';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi, lost, refusal } from '../../../tests/api.ts';
import { saleAnswers } from '../../../tests/counter.ts';
import { render } from '../../../tests/render.tsx';
import { apiQuery, queryClient, refresh } from '../../platform/network/index.ts';
import ShopDialog from './shop-dialog.tsx';

const Failure = () => useQuery(apiQuery('shop', 'profile')).error && <p>La lecture a échoué</p>;

const dialog = (key: string) => (
  <QueryClientProvider key={key} client={queryClient}>
    <ShopDialog offer={{ id: 'o1', name: 'Pack' }} onClose={() => undefined} />
  </QueryClientProvider>
);
const name = () => page.getByLabelText('Nom de la boutique');
const save = () => page.getByRole('button', { name: 'Enregistrer' }).click();

// Turned red by: a form of what an earlier opening read, and one that sends the whole profile with a price.
test('the details of the shop that were changed elsewhere since they were last shown are not written back [CNT-20]', async () => {
  queryClient.clear();
  const stored = { name: 'Boutique A', phone: '', footer: '', paperWidth: '58' as const, showPrice: true };
  const api = fakeApi({
    ...saleAnswers,
    'shop.profile': stored,
    'shop.saveProfile': ({ body }) => body,
    'shop.retailPrice': { price: null },
    'shop.saveRetailPrice': { price: 150 },
  });
  const show = render(dialog('first'));
  await expect.element(name()).toHaveValue('Boutique A');
  api.answer({ 'shop.profile': { ...stored, name: 'Boutique B' } });
  show(dialog('second'));
  await expect.element(name()).toHaveValue('Boutique B');
  await page.getByLabelText('Bas du ticket').fill('Merci');
  await save();
  await expect
    .poll(() => api.sent('shop.saveProfile').map(({ body }) => body))
    .toEqual([{ ...stored, name: 'Boutique B', footer: 'Merci' }]);
  show(dialog('third'));
  await page.getByLabelText(words.price('Pack')).fill('150');
  await save();
  await expect.poll(() => api.sent('shop.saveRetailPrice')).toHaveLength(1);
  expect(api.sent('shop.saveProfile')).toHaveLength(1);
  api.answer({ 'shop.profile': { ...stored, name: 'Boutique C' } });
  await refresh('shop');
  await page.getByLabelText('Bas du ticket').fill('À bientôt');
  await save();
  await expect
    .poll(() => api.sent('shop.saveProfile').at(-1)?.body)
    .toEqual({ ...stored, name: 'Boutique C', footer: 'À bientôt' });
  api.answer({ 'shop.profile': lost });
  show(dialog('fourth'));
  await expect.element(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  await expect.element(name()).toHaveLength(0);
});

// Turned red by: an error that is shown in place of what was read before it.
test('the details of the shop that were typed stay when the next read of them fails', async () => {
  queryClient.clear();
  const api = fakeApi(saleAnswers);
  render(
    <QueryClientProvider client={queryClient}>
      <ShopDialog offer={{ id: 'o1', name: 'Pack' }} onClose={() => undefined} />
      <Failure />
    </QueryClientProvider>,
  );
  const phone = page.getByLabelText('Téléphone');
  await phone.fill('0550123456');
  const failure = refusal(500, 'INTERNAL');
  api.answer({ 'shop.profile': failure, 'shop.retailPrice': failure });
  await refresh('shop');
  await expect.element(page.getByText('La lecture a échoué')).toBeInTheDocument();
  await expect.element(phone).toHaveValue('0550123456');
});
