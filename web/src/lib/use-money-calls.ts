import { useSyncExternalStore } from 'react';
import { type MoneyCall, moneyCalls } from './money-call.ts';

/** The money calls not answered yet; `lost` ones are being verified with their key. */
export const useMoneyCalls = (): readonly MoneyCall[] =>
  useSyncExternalStore(moneyCalls.subscribe, moneyCalls.current);
