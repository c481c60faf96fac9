import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi, refusal } from '../../../tests/api.ts';
import { saleAnswers } from '../../../tests/counter.ts';
import { render } from '../../../tests/render.tsx';
import { apiQuery, queryClient, refresh } from '../../platform/network/index.ts';
import ShopDialog from './shop-dialog.tsx';

const Failure = () => useQuery(apiQuery('shop', 'profile')).error && <p>La lecture a échoué</p>;

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
