import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deferred } from '../../../../tests/support/deferred.ts';
import { expectNoSideScroll } from '../../../tests/accessible.ts';
import { refusal } from '../../../tests/api.ts';
import { everyPage } from '../../../tests/every-page.ts';
import { administrator, transaction } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

test('a refused export shows the reason, and the button is busy while an export runs', async () => {
  const held = deferred();
  const reason = 'D’autres exports sont en cours. Veuillez réessayer dans un instant.';
  const { sent } = await openScreen('/admin/transactions?type=recharge', administrator(), {
    ...everyPage({ transactions: [transaction()] }),
    'exports.transactions': async () => {
      await held.promise;
      return refusal(429, 'TOO_MANY_EXPORTS', reason);
    },
  });
  const button = page.getByRole('button', { name: /Exporter \(CSV\)|Export en cours/ });
  await button.click();
  await expect.poll(() => sent('exports.transactions')).toMatchObject([{ body: { type: 'recharge' } }]);
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  held.resolve();
  await expect.element(page.getByText(reason)).toBeVisible();
  await expect.element(button).not.toHaveAttribute('aria-busy');
  await expectNoSideScroll();
});
