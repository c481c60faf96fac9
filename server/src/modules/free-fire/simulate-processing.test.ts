import { expect, test, vi } from 'vitest';
import { simulateProcessing } from './simulate-processing.ts';

const simulate = (random: number) => {
  const wait = vi.fn(async () => {});
  return { wait, result: simulateProcessing({ random: () => random, wait }) };
};

test('the simulated processing waits two seconds and returns a new id, without any call [FFR-34]', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const { wait, result } = simulate(0.5);
  expect(await result).toEqual({ success: true, externalTransactionId: expect.any(String) });
  expect(wait.mock.calls).toEqual([[2_000]]);
  expect(fetched).not.toHaveBeenCalled();
});

test('the simulated processing also waits before it fails', async () => {
  let waited = false;
  const wait = async () => {
    waited = true;
  };
  await expect(simulateProcessing({ random: () => 0, wait })).rejects.toThrow();
  expect(waited).toBe(true);
});

test('the simulated processing fails in 5 of 100 cases with its sentence [FFR-35]', async () => {
  let failures = 0;
  for (let n = 0; n < 100; n += 1) {
    await simulate(n / 100).result.catch((error: Error) => {
      failures += 1;
      expect(error.message).toBe('Échec de la recharge Free Fire - Service temporairement indisponible');
    });
  }
  expect(failures).toBe(5);
});

test('without an injected clock the simulated processing really waits two seconds [FFR-34]', async () => {
  const begun = performance.now();
  await simulateProcessing().catch(() => {});
  expect(performance.now() - begun).toBeGreaterThan(1_990);
});
