import { useFeature } from '../../platform/network/index.ts';
import { useMe } from '../../platform/session/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const Panel = lazyPart(() => import('./reseller-api-panel.tsx'), null);

/** Keys and webhooks of a reseller's own programs. Its code is loaded while the switch is on. */
export function LazyResellerApi() {
  const isShown = useFeature('reseller-api');
  const { role } = useMe();
  return isShown && role === 'reseller' ? <Panel /> : null;
}
