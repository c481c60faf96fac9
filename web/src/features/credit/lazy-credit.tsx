import { useFeature } from '../../platform/network/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const Panel = lazyPart(() => import('./credit-panel.tsx'), null);
const MyCredit = lazyPart(() => import('./my-credit.tsx'), null);

/** The owner's panel of what is owed. Its code is loaded while the switch is on. */
export const LazyCreditPanel = () => useFeature('credit') && <Panel />;

/** A reseller's own debt, likewise. */
export const LazyMyCredit = () => useFeature('credit') && <MyCredit />;
