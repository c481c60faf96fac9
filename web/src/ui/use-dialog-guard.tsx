import { useState } from 'react';
import { asksBeforeLeaving } from '../lib/unsaved.ts';
import { UnsavedQuestion } from './unsaved-question.tsx';

/**
 * Closing a dialog by Escape, the browser's Back, a tap beside it or its cross asks first while a form in it holds
 * something unsaved. `dialog` identifies it (DialogContext); `question` belongs inside it.
 */
export function useDialogGuard(onClose: () => void) {
  const [dialog] = useState(() => ({}));
  const [asked, setAsked] = useState(false);
  const leave = () => {
    setAsked(false);
    onClose();
  };
  return {
    dialog,
    requestClose: () => (asksBeforeLeaving(dialog) ? setAsked(true) : onClose()),
    question: <UnsavedQuestion opened={asked} onStay={() => setAsked(false)} onLeave={leave} />,
  };
}
