import { useSyncExternalStore } from 'react';
import { type MoneyCall, type MoneyCallName, moneyCalls } from './money-calls.ts';

const none: readonly MoneyCall[] = [];

/** The open money calls of every user of this browser. */
export const useMoneyCalls = (): readonly MoneyCall[] =>
  useSyncExternalStore(moneyCalls.subscribe, moneyCalls.current, () => none);

/** Whether the outcome of a call of this name is being verified after its response was lost. No other one is started meanwhile. */
export const useLostCall = (name: MoneyCallName, userId: string): boolean =>
  useMoneyCalls().some((call) => call.name === name && call.userId === userId && call.state === 'lost');
