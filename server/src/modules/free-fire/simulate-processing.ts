import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fail } from '../../app-error.ts';

const failureShare = 0.05;
const delayMilliseconds = 2_000;

export interface Simulation {
  /** From 0 to just below 1. */
  readonly random: () => number;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}
const realWorld: Simulation = { random: Math.random, wait: (milliseconds) => pause(milliseconds) };

/**
 * Simulates a top-up at the game's service: waits two seconds, and fails in 5% of the calls. It exists for FFR-34 and FFR-35; the
 * validation of a request does not use it (AMB-37). @throws AppError FREE_FIRE_PROCESSING_FAILED
 */
export async function simulateProcessing({
  random,
  wait,
}: Simulation = realWorld): Promise<{ success: true; externalTransactionId: string }> {
  await wait(delayMilliseconds);
  if (random() < failureShare) throw fail('FREE_FIRE_PROCESSING_FAILED');
  return { success: true, externalTransactionId: randomUUID() };
}
