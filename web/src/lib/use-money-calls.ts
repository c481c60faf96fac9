import { useSyncExternalStore } from 'react';
import { type MoneyCall, type MoneyCallName, moneyCalls } from './money-calls.ts';

const none: readonly MoneyCall[] = [];

/** The money calls that are not over, of every user of this browser. */
export const useMoneyCalls = (): readonly MoneyCall[] =>
  useSyncExternalStore(moneyCalls.subscribe, moneyCalls.current, () => none);

/** Is a call of this name being verified, its answer lost? No other one is started meanwhile. */
export const useLostCall = (name: MoneyCallName, userId: string): boolean =>
  useMoneyCalls().some((call) => call.name === name && call.userId === userId && call.state === 'lost');
