import { expect, test } from 'vitest';
import { onMissingAgain, partLoader } from './load-part.ts';

const Screen = () => null;

test('a part of the application that could not be loaded is requested again at the next load', async () => {
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

test('concurrent loads of one part request it once, and a loaded part is not requested again', async () => {
  let requests = 0;
  const part = partLoader(async () => {
    requests += 1;
    return { default: Screen };
  });
  await Promise.all([part.load(), part.load()]);
  await part.load();
  expect(requests).toBe(1);
});

test('a retry of a part that fails again is reported; a first failure and a successful retry are not', async () => {
  let fails = true;
  let reports = 0;
  onMissingAgain(() => {
    reports += 1;
  });
  const part = partLoader(async () => {
    if (fails) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: Screen };
  });
  await part.load();
  await part.load();
  expect(reports).toBe(0);
  await part.retry();
  expect(reports).toBe(1);
  fails = false;
  await part.retry();
  expect(reports).toBe(1);
  expect(part.component()).toBe(Screen);
});
