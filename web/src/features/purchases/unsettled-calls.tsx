import { useIdle } from '../../platform/release/index.ts';
import { personOf, useMe } from '../../platform/session/index.ts';
import type { MoneyCall } from '../../platform/session/money-calls.ts';
import { useMoneyCalls } from '../../platform/session/use-money-calls.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { usePurchaseResult } from './purchase-result.tsx';

const UnsettledList = lazyPart(() => import('./unsettled-list.tsx'), null);

/** The money calls whose response was lost, with the state of each; also after a reload. Absent when there is none. */
export function UnsettledCalls() {
  const person = personOf(useMe());
  const { shown, opened } = usePurchaseResult();
  // Preloaded, because it is needed when the network fails.
  useIdle(UnsettledList.preload);
  const isShown = (call: MoneyCall) => opened && shown?.key === call.key;
  const listed = useMoneyCalls().filter(
    (call) => call.userId === person && call.state !== 'sent' && !isShown(call),
  );
  return listed.length > 0 && <UnsettledList calls={listed} />;
}
