import { lists } from '@almas/locale/screens/lists';
import { Segmented } from './segmented.tsx';

type Order = keyof typeof lists.queue.orders;
const options = (['asc', 'desc'] as const).map((value) => ({ value, label: lists.queue.orders[value] }));

/** The order of a queue, for `useAddressFilters`; by default the longest waiting item is first. */
export const queueOrder: { readonly order: string } = { order: 'asc' };
export const queueOrderChoices = { order: lists.queue.orders };

interface QueueOrderProps {
  readonly order: string;
  readonly onChange: (order: Order) => void;
}

/** The choice whether the oldest or the newest item is first. */
export const QueueOrder = ({ order, onChange }: QueueOrderProps) => (
  <Segmented label={lists.queue.label} value={order as Order} options={options} onChange={onChange} />
);
