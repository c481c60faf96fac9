import { useFeature } from '../../platform/network/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const Panel = lazyPart(() => import('./claims-panel.tsx'), null);
const MyClaims = lazyPart(() => import('./my-claims.tsx'), null);

/** The claims that wait for an administrator. Its code is loaded while the switch is on. */
export const LazyClaimsPanel = () => (useFeature('claims') ? <Panel /> : null);

/** A reseller's own claims, likewise. */
export const LazyMyClaims = () => (useFeature('claims') ? <MyClaims /> : null);
