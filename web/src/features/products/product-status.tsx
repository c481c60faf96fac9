import type { Product } from '@almas/contract/products';
import { adminProducts as words } from '@almas/locale/screens/admin-products';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';

const tones: Readonly<Record<Product['status'], Tone>> = {
  active: 'done',
  inactive: 'quiet',
  draft: 'waiting',
};

export const ProductStatus = ({ status }: Pick<Product, 'status'>) => (
  <StatusBadge tone={tones[status]}>{words.status[status]}</StatusBadge>
);
