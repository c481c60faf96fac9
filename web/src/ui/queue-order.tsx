import { lists } from '@almas/locale/screens/lists';
import { Segmented } from './segmented.tsx';

type Order = keyof typeof lists.queue.orders;
const options = (['asc', 'desc'] as const).map((value) => ({ value, label: lists.queue.orders[value] }));

/** The filter of a queue, for `useAddressFilters`: what waited longest comes first. */
export const queueOrder: { readonly order: string } = { order: 'asc' };
export const queueOrderChoices = { order: lists.queue.orders };

interface QueueOrderProps {
  readonly order: string;
  readonly onChange: (order: Order) => void;
}

/** Which end of a queue stands first. */
export const QueueOrder = ({ order, onChange }: QueueOrderProps) => (
  <Segmented label={lists.queue.label} value={order as Order} options={options} onChange={onChange} />
);
