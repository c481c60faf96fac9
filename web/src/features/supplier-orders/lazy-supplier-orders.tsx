import { useFeature } from '../../platform/network/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const Panel = lazyPart(() => import('./supplier-orders-panel.tsx'), null);

/** The orders to suppliers. Its code is loaded while the switch is on. */
export const LazySupplierOrders = () => (useFeature('suppliers') ? <Panel /> : null);
