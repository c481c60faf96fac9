import { useEffect } from 'react';
import { hasUnsavedForm, subscribeUnsaved } from '../platform/session/index.ts';
import { lazyDialog } from './lazy-part.tsx';

const LeaveQuestion = lazyDialog(() => import('./leave-question.tsx'));

interface UnsavedQuestionProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks before a form with unsaved changes is left. Its code is loaded at the first change, since the network may fail later. */
export function UnsavedQuestion({ onStay, onLeave }: UnsavedQuestionProps) {
  useEffect(() => {
    const preload = () => {
      if (hasUnsavedForm()) void LeaveQuestion.preload();
    };
    preload();
    return subscribeUnsaved(preload);
  }, []);
  return <LeaveQuestion onClose={onStay} onConfirm={onLeave} />;
}
