import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../tests/render.tsx';
import { Period } from './period.tsx';

// Turned red by: a date field whose value is the filter, which a day of the year 2 empties while 2026 is typed.
test('a year is typed to its end, and the days of the years 2, 20 and 202 before it are no choice', async () => {
  const chosen: unknown[] = [];
  render(<Period value={{ from: '', to: '' }} onChange={(value) => void chosen.push(value)} />);
  const from = page.getByLabelText('Du');
  await expect.element(from).toBeVisible();
  (from.element() as HTMLElement).focus();
  // The order of the parts is that of the browser's language: day, month, year, or month, day, year.
  await userEvent.keyboard('12122026');
  await expect.element(from).toHaveValue('2026-12-12');
  expect(chosen).toEqual([{ from: '2026-12-12' }]);
});

test('a day that is chosen elsewhere replaces the typed one, and an emptied field is no day', async () => {
  const chosen: unknown[] = [];
  const period = (from: string) => (
    <Period value={{ from, to: '' }} onChange={(value) => void chosen.push(value)} />
  );
  const show = render(period('2026-03-01'));
  const from = page.getByLabelText('Du');
  await expect.element(from).toHaveValue('2026-03-01');
  show(period('2026-04-01'));
  await expect.element(from).toHaveValue('2026-04-01');
  await from.fill('');
  expect(chosen).toEqual([{ from: '' }]);
});
