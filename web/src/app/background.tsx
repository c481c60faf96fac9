import { useEffect } from 'react';
import { StepUp } from '../features/accounts/security/step-up.tsx';
import { ResumedMoneyCalls } from '../features/purchases/resumed-calls.tsx';
import { listenToEvents } from '../lib/live.ts';

/** What goes on behind every signed-in screen: the live events, the money calls of before a reload, the code that confirms a call. */
export default function Background() {
  useEffect(listenToEvents, []);
  return (
    <>
      <ResumedMoneyCalls />
      <StepUp />
    </>
  );
}
