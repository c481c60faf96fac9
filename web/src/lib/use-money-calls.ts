import { useSyncExternalStore } from 'react';
import { type MoneyCall, moneyCalls } from './money-call.ts';

/** The money calls that are not over, of every user of this browser. */
export const useMoneyCalls = (): readonly MoneyCall[] =>
  useSyncExternalStore(moneyCalls.subscribe, moneyCalls.current);
