import { useSyncExternalStore } from 'react';
import { type MoneyCall, type MoneyCallName, moneyCalls } from './money-calls.ts';

const none: readonly MoneyCall[] = [];

/** The open money calls of every user of this browser. */
export const useMoneyCalls = (): readonly MoneyCall[] =>
  useSyncExternalStore(moneyCalls.subscribe, moneyCalls.current, () => none);

/**
 * The call of this name whose response this tab awaits, also after its screen was left, or whose outcome is being verified because the
 * response was lost. No other one is started meanwhile.
 */
export const useUnansweredCall = (name: MoneyCallName, userId: string): MoneyCall | undefined =>
  useMoneyCalls().find(
    (call) =>
      call.name === name && call.userId === userId && (call.state === 'lost' || moneyCalls.isAwaited(call)),
  );
