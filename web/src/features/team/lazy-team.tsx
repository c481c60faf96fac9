import { useFeature } from '../../platform/network/index.ts';
import { useMay } from '../../platform/session/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const Proposals = lazyPart(() => import('./open-proposals.tsx'), null);

/** The credits to be confirmed. Its code is loaded while the switch is on, for those who may confirm. */
export function LazyOpenProposals() {
  const isOn = useFeature('admin-scopes') === true;
  const may = useMay();
  return isOn && may('accounts') ? <Proposals /> : null;
}
