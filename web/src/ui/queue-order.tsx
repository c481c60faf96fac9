import { lists } from '@almas/locale/screens/lists';
import { useRef } from 'react';
import { Segmented } from './segmented.tsx';

type Order = keyof typeof lists.queue.orders;
const options = (['asc', 'desc'] as const).map((value) => ({ value, label: lists.queue.orders[value] }));

/** The order of a queue, for `useAddressFilters`; by default the longest waiting item is first. */
export const queueOrder: { readonly order: string } = { order: 'asc' };
export const queueOrderChoices = { order: lists.queue.orders };

interface QueueOrderProps {
  /** Whether several items wait. */
  readonly isSeveral: boolean;
  readonly order: string;
  readonly onChange: (order: Order) => void;
}

/** The choice whether the oldest or the newest item is first. Once shown it stays, because a list that moved up would be under the pointer (P29). */
export function QueueOrder({ isSeveral, order, onChange }: QueueOrderProps) {
  const isShown = useRef(false);
  isShown.current ||= isSeveral;
  if (!isShown.current) return null;
  return <Segmented label={lists.queue.label} value={order as Order} options={options} onChange={onChange} />;
}
