import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeApi } from '../../../tests/api.ts';
import { render } from '../../../tests/render.tsx';
import { listOf } from '../../../tests/samples.ts';
import { pictureFile } from '../../../tests/uploads.ts';
import { queryClient } from '../../platform/network/index.ts';
import { keepDrafts, setDraftOwner } from '../../platform/session/unsaved.ts';
import ClaimDialog from './claim-dialog.tsx';

const open = (...codes: Parameters<typeof ClaimDialog>[0]['codes']) => {
  const show = render(null);
  show(
    <QueryClientProvider client={queryClient}>
      <ClaimDialog purchaseId="7" codes={codes} of={3} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return () => show(null);
};
const one = { id: 'c1', position: 1, code: 'U8KK-EN3K' };
const two = { id: 'c2', position: 2, code: 'HWQ7-NPBF' };
const three = { id: 'c3', position: 3, code: null };
const box = (position: number) => page.getByRole('checkbox', { name: `Code ${position} sur 3` });

// Turned red by: a label that is the position alone, which the list of the codes does not show.
test('each code to claim is named by the code itself [CLM-60]', async () => {
  open(one, two, three);
  await expect.element(page.getByRole('checkbox', { name: 'Code 2 sur 3 HWQ7-NPBF' })).toBeVisible();
  await expect.element(box(3)).toBeVisible();
});

// Turned red by: ticked codes kept beside the form.
test('a claim that was being made when the session ended is there again with its codes, without those that were claimed meanwhile [CLM-60]', async () => {
  setDraftOwner('r1');
  onTestFinished(() => setDraftOwner(''));
  const api = fakeApi({ 'claims.create': listOf() });
  const close = open(one, two, three);
  await box(1).click();
  await box(3).click();
  await page.getByLabelText('Précision').fill('Refusé à la caisse');
  setDraftOwner('');
  setDraftOwner('r1');
  close();
  open(two, three);
  await expect.element(box(3)).toBeChecked();
  await expect.element(box(2)).not.toBeChecked();
  await page.getByRole('button', { name: 'Réclamer le code' }).click();
  await expect
    .poll(() => api.sent('claims.create').map(({ body }) => body))
    .toMatchObject([{ codeIds: ['c3'], note: 'Refusé à la caisse' }]);
});

// Turned red by: a photo kept beside the form.
test('a claim of which only the photo was chosen asks before it is closed, is not reloaded, and is sent with its photo [CLM-60]', async () => {
  const api = fakeApi({
    'claims.create': listOf(),
    'claims.sendPicture': { pictureId: '5', width: 8, height: 8 },
  });
  open(one);
  await userEvent.upload(page.getByLabelText('Ajouter une photo'), await pictureFile('refus.png'));
  await expect.element(page.getByAltText('La photo du refus, telle qu’elle sera envoyée')).toBeVisible();
  expect(keepDrafts()).toBe(false);
  await page.getByRole('button', { name: 'Fermer' }).click();
  await page.getByRole('button', { name: 'Continuer la saisie' }).click();
  await page.getByRole('button', { name: 'Réclamer le code' }).click();
  await expect
    .poll(() => api.sent('claims.create').map(({ body }) => body))
    .toMatchObject([{ codeIds: ['c1'], pictureId: '5' }]);
});
