import { useContext, useEffect, useState } from 'react';
import {
  confirmsLeaving,
  DialogContext,
  hasUnsavedForm,
  subscribeUnsaved,
} from '../platform/session/index.ts';
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

/** For a choice that replaces a form of this dialog, or of the page: asks first when it has unsaved changes. */
export function useReplaceForm() {
  const dialog = useContext(DialogContext);
  const [waiting, setWaiting] = useState<{ readonly replace: () => void } | null>(null);
  return {
    replaceForm: (replace: () => void) =>
      confirmsLeaving(dialog ?? undefined) ? setWaiting({ replace }) : replace(),
    question: waiting && (
      <UnsavedQuestion
        onStay={() => setWaiting(null)}
        onLeave={() => {
          setWaiting(null);
          waiting.replace();
        }}
      />
    ),
  };
}
