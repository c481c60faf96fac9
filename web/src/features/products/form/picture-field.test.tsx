import { errors } from '@almas/locale/errors';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deferred } from '../../../../../tests/support/deferred.ts';
import { type Answers, refusal } from '../../../../tests/api.ts';
import '../../../../tests/expectations.ts';
import { productsOf } from '../../../../tests/products.ts';
import { administrator, product } from '../../../../tests/samples.ts';
import { openScreen } from '../../../../tests/screen.tsx';

async function open(answers: Answers = {}) {
  const shown = product({ id: 'p' });
  const screen = await openScreen('/admin/products/p/edit', administrator(), {
    ...productsOf(shown).answers,
    ...answers,
  });
  await expect.element(page.getByLabelText('Nom du produit')).toHaveValue(shown.name);
  return screen;
}
const file = (bytes = 8) => new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' });
const chooser = () => page.css('input[type=file][accept^="image/"]');
function choose(chosen: File) {
  const input = chooser().element() as HTMLInputElement;
  const transfer = new DataTransfer();
  transfer.items.add(chosen);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
const preview = () => page.getByRole('img', { name: 'Aperçu de l’image du produit' });
const address = () => page.getByLabelText('URL de l’image');
const alert = (text: string) => page.css('main').getByRole('alert').filter({ hasText: text });
const uploaded = { address: `/pictures/${'0'.repeat(64)}.webp`, width: 8, height: 8 };

test('a picture is removed with the keyboard; then the field for an address is shown again', async () => {
  await open({ 'pictures.upload': uploaded });
  choose(file());
  await expect
    .element(page.getByText('L’image est prête. Elle sera visible après l’enregistrement.'))
    .toBeVisible();
  await expect.element(address()).not.toBeInTheDocument();
  (chooser().element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Retirer l’image' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(preview()).not.toBeInTheDocument();
  await expect.element(address()).toHaveValue('');
  await expect.element(chooser()).toHaveFocus();
  await expect.element(page.getByText('L’image est retirée.')).toBeVisible();
});

// Turned red by: a size that is not checked before the upload; a general sentence instead of the server's.
test('a file that is no picture or too large is refused with a sentence, and typed text stays', async () => {
  const screen = await open();
  const description = page.getByLabelText('Description');
  await description.fill('Tapé avant');
  choose(file(9 * 1_048_576));
  await expect.element(alert('L’image dépasse 8 Mo')).toBeVisible();
  expect(screen.sent('pictures.upload')).toEqual([]);
  for (const [code, sentence] of [
    ['PICTURE_FORMAT', 'Formats acceptés : JPEG, PNG'],
    ['PICTURE_UNREADABLE', 'L’image est abîmée ou incomplète'],
  ] as const) {
    screen.answer({ 'pictures.upload': refusal(422, code, errors[code]) });
    choose(file());
    await expect.element(alert(sentence)).toBeVisible();
  }
  await expect.element(description).toHaveValue('Tapé avant');
  await expect.element(preview()).not.toBeInTheDocument();
});

test('a product cannot be saved while its picture is uploading, and the upload can be stopped', async () => {
  const held = deferred();
  await open({
    'pictures.upload': async () => {
      await held.promise;
      return uploaded;
    },
  });
  choose(file());
  await expect.element(page.getByRole('progressbar')).toBeVisible();
  const save = page.getByRole('button', { name: 'Sauvegarder tout' });
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Arrêter l’envoi' }).click();
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
  await expect.element(save).not.toHaveAttribute('aria-disabled', 'true');
  await expect.element(chooser()).toHaveFocus();
  held.resolve();
});
