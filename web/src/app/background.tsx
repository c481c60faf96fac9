import { useEffect } from 'react';
import { StepUp } from '../features/accounts/security/step-up.tsx';
import { FollowLanguage } from '../features/languages/follow-language.tsx';
import { ResumedMoneyCalls } from '../features/purchases/resumed-calls.tsx';
import { OpenedRequests } from '../features/recharge-requests/opened-requests.tsx';
import { listenToEvents } from '../platform/network/live.ts';

/** Runs on every signed-in screen: the live events, the open money calls of before a reload, the recharge requests, the dialog for a second factor, the language of the account. */
export default function Background() {
  useEffect(listenToEvents, []);
  return (
    <>
      <ResumedMoneyCalls />
      <OpenedRequests />
      <StepUp />
      <FollowLanguage />
    </>
  );
}
