import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../tests/render.tsx';
import { Dialog } from './dialog.tsx';

// Turned red by: a body that is not the containing block of what is placed in it. The focus of a hidden field far below then moved the
// box out of the screen.
test('a hidden label at the end of a long dialog scrolls with its content, and makes nothing around it longer', async () => {
  render(
    <Dialog title="Prix" onClose={() => undefined}>
      <p style={{ height: 3_000 }}>Longue liste</p>
      <label>
        <span className="visually-hidden">Prix du dernier</span>
        <input />
      </label>
    </Dialog>,
  );
  const dialog = page.getByRole('dialog', { name: 'Prix' }).element();
  (page.getByLabelText('Prix du dernier').element() as HTMLInputElement).scrollIntoView({ block: 'center' });
  expect(dialog.scrollHeight).toBe(dialog.clientHeight);
  expect(dialog.scrollTop).toBe(0);
});
