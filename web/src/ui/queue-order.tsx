import { common } from '@almas/locale/screens/common';
import { Segmented } from './segmented.tsx';

type Order = keyof typeof common.queue.orders;
const options = (['asc', 'desc'] as const).map((value) => ({ value, label: common.queue.orders[value] }));

/** The filter of a queue, for `useAddressFilters`: what waited longest comes first. */
export const queueOrder: { readonly order: string } = { order: 'asc' };
export const queueOrderChoices = { order: common.queue.orders };

interface QueueOrderProps {
  readonly order: string;
  readonly onChange: (order: Order) => void;
}

/** Which end of a queue stands first. */
export const QueueOrder = ({ order, onChange }: QueueOrderProps) => (
  <Segmented label={common.queue.label} value={order as Order} options={options} onChange={onChange} />
);
