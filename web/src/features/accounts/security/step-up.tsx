import { useSyncExternalStore } from 'react';
import { finishStepUp, onStepUp, stepUpAsked } from '../../../lib/step-up.ts';
import { lazyDialog } from '../../../ui/lazy-part.tsx';

const StepUpDialog = lazyDialog(() => import('./step-up-dialog.tsx'));

/** Where a sensitive action asks for a code; its dialog is loaded when it is first needed. */
export function StepUp() {
  const asked = useSyncExternalStore(onStepUp, stepUpAsked);
  return <StepUpDialog opened={asked} onClose={() => finishStepUp(false)} />;
}
