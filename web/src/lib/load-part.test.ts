import { expect, test } from 'vitest';
import { onMissingAgain, partLoader } from './load-part.ts';

const Screen = () => null;

test('a part of the application that could not be loaded is asked for again at the next load', async () => {
  let fails = true;
  const part = partLoader(async () => {
    if (fails) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: Screen };
  });
  await part.load();
  expect(part.state()).toBe('failed');
  fails = false;
  const loading = part.load();
  expect(part.state()).toBe('loading');
  await loading;
  expect(part.state()).toBe('ready');
  expect(part.component()).toBe(Screen);
});

test('loads of one part that overlap ask for it once, and a loaded part is not asked for again', async () => {
  let asked = 0;
  const part = partLoader(async () => {
    asked += 1;
    return { default: Screen };
  });
  await Promise.all([part.load(), part.load()]);
  await part.load();
  expect(asked).toBe(1);
});

test('a retry of a part that fails again is reported; a first failure and a successful retry are not', async () => {
  let fails = true;
  let said = 0;
  onMissingAgain(() => {
    said += 1;
  });
  const part = partLoader(async () => {
    if (fails) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: Screen };
  });
  await part.load();
  await part.load();
  expect(said).toBe(0);
  await part.retry();
  expect(said).toBe(1);
  fails = false;
  await part.retry();
  expect(said).toBe(1);
  expect(part.component()).toBe(Screen);
});
