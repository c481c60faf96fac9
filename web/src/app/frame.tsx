import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { StepUp } from '../features/accounts/security/step-up.tsx';
import { BoughtCodes } from '../features/purchases/bought-codes.tsx';
import { ResumedMoneyCalls } from '../features/purchases/resumed-calls.tsx';
import { listenToEvents } from '../lib/live.ts';
import { moneyCalls } from '../lib/money-calls.ts';
import { holdReload } from '../lib/open-work.ts';
import { signedInId } from '../lib/session.ts';

/** Its outcome is awaited or still has to be shown; what is known to have failed only waits to be dismissed. */
const isMoneyCallOpen = () =>
  moneyCalls
    .current()
    .some(({ state, userId }) => userId === signedInId() && state !== 'closed' && state !== 'expired');

/** What every signed-in screen stands in: the live events, the money calls of before a reload. */
export default function Frame() {
  useEffect(listenToEvents, []);
  useEffect(() => holdReload(isMoneyCallOpen), []);
  return (
    <>
      <ResumedMoneyCalls />
      <BoughtCodes />
      <StepUp />
      <Outlet />
    </>
  );
}
