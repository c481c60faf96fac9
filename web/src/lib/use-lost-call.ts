import type { MoneyCallName } from './money-calls.ts';
import { useMoneyCalls } from './use-money-calls.ts';

/** Is a call of this name being verified, its answer lost? No other one is started meanwhile. */
export const useLostCall = (name: MoneyCallName, userId: string): boolean =>
  useMoneyCalls().some((call) => call.name === name && call.userId === userId && call.state === 'lost');
