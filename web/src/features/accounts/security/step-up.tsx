import { useSyncExternalStore } from 'react';
import { finishStepUp, isStepUpRequested, onStepUp } from '../../../platform/network/index.ts';
import { lazyDialog } from '../../../ui/lazy-part.tsx';

const StepUpDialog = lazyDialog(() => import('./step-up-dialog.tsx'));

/** Where a sensitive action asks for a code; its dialog is loaded when it is first needed. */
export function StepUp() {
  const requested = useSyncExternalStore(onStepUp, isStepUpRequested, () => false);
  return requested ? <StepUpDialog onClose={() => finishStepUp(false)} /> : null;
}
