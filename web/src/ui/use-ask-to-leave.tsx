import { useContext, useState } from 'react';
import { confirmsLeaving, DialogContext } from '../platform/session/index.ts';
import { UnsavedQuestion } from './unsaved-question.tsx';

/** Asks before a step that leaves the forms of a dialog, or of the page, when they have unsaved changes. */
export function useAskToLeave(dialog: object | undefined) {
  const [asked, setAsked] = useState<{ readonly step: () => void } | null>(null);
  return {
    leave: (step: () => void) => (confirmsLeaving(dialog) ? setAsked({ step }) : step()),
    question: asked && (
      <UnsavedQuestion
        onStay={() => setAsked(null)}
        onLeave={() => {
          setAsked(null);
          asked.step();
        }}
      />
    ),
  };
}

/** The same inside of the dialog, for a choice that replaces a form. */
export const useAskToReplace = () => useAskToLeave(useContext(DialogContext) ?? undefined);
