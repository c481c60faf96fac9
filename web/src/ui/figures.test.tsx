import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../tests/render.tsx';
import { serverNow } from '../lib/server-clock.ts';
import { When } from './figures.tsx';

// Turned red by: the date of a month ago or more written twice, `18 mars 2024, 11:15 (18 mars 2024)`.
test('a moment is shown with its age, and after a month by its date alone', async () => {
  const show = render(<When at="2024-03-18T10:15:00.000Z" form="both" />);
  await expect.element(page.getByRole('time')).toHaveTextContent(/^18 mars 2024, 11:15$/);
  show(<When at={new Date(serverNow() - 5.5 * 60_000).toISOString()} form="both" />);
  await expect.element(page.getByRole('time')).toHaveTextContent(/, \d\d:\d\d \(il y a 5 min\)$/);
});
