import { useContext, useState } from 'react';
import { confirmsLeaving, DialogContext } from '../platform/session/index.ts';
import { UnsavedQuestion } from './unsaved-question.tsx';

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
