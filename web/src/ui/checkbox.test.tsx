import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../tests/render.tsx';
import { Checkbox } from './checkbox.tsx';

// Turned red by: a text that the style takes for none, because `:only-child` counts elements alone.
test('the text of a checkbox is beside its box, at the beginning of the line', async () => {
  render(
    <Checkbox checked={false} onChange={() => undefined}>
      Code 1 sur 3
    </Checkbox>,
  );
  const box = page.getByRole('checkbox').element().getBoundingClientRect();
  const label = page.getByText('Code 1 sur 3').element().closest('label')?.getBoundingClientRect();
  expect(box.left - (label?.left ?? 0)).toBeLessThan(10);
});
