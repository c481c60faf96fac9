import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeApi, lost } from '../../../tests/api.ts';
import { render } from '../../../tests/render.tsx';
import { queryClient, refresh } from '../../platform/network/index.ts';
import { TeamDay } from './team-day.tsx';

const moment = '2026-03-02T11:00:00.000Z';

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

// Turned red by: an error that is asked for before what is known.
test('the day of the team stays when reading it again fails', async () => {
  queryClient.clear();
  onTestFinished(() => queryClient.clear());
  const person = {
    id: 'a1',
    name: 'Nadia Haddad',
    actions: 3,
    firstAt: moment,
    lastAt: moment,
    credited: 0,
    kinds: [],
  };
  const api = fakeApi({ 'administrators.day': { items: [person] } });
  render(
    <QueryClientProvider client={queryClient}>
      <TeamDay />
    </QueryClientProvider>,
  );
  await expect.element(page.getByTestId('team-day')).toHaveTextContent('Nadia Haddad');
  api.answer({ 'administrators.day': lost });
  await refresh('administrators');
  await expect
    .poll(() =>
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.status),
    )
    .toEqual(['error']);
  // The screen follows a moment later.
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  await expect.element(page.getByTestId('team-day')).toHaveTextContent('Nadia Haddad');
});
