import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeApi } from '../../../tests/api.ts';
import { render } from '../../../tests/render.tsx';
import { queryClient } from '../../platform/network/index.ts';
import { TeamDay } from './team-day.tsx';

// Turned red by: a day that is read for each digit of its year.
test('the day of the team is read when its year is typed to the end, and not for the years 2, 20 and 202', async () => {
  queryClient.clear();
  onTestFinished(() => queryClient.clear());
  const api = fakeApi({ 'administrators.day': { items: [] } });
  render(
    <QueryClientProvider client={queryClient}>
      <TeamDay />
    </QueryClientProvider>,
  );
  const day = page.getByLabelText('Jour');
  await expect.element(day).toBeVisible();
  (day.element() as HTMLElement).focus();
  await userEvent.keyboard('11112020');
  await expect.poll(() => api.sent('administrators.day').at(-1)?.params.date).toBe('2020-11-11');
  expect(api.sent('administrators.day').filter(({ params: { date = '' } }) => date < '2000')).toEqual([]);
});
