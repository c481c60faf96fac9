import { useSyncExternalStore } from 'react';
import { type MoneyCall, moneyCalls } from './money-call.ts';

const none: readonly MoneyCall[] = [];

/** The money calls that are not over, of every user of this browser. */
export const useMoneyCalls = (): readonly MoneyCall[] =>
  useSyncExternalStore(moneyCalls.subscribe, moneyCalls.current, () => none);
