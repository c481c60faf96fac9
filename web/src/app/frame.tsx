import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { StepUp } from '../features/accounts/security/step-up.tsx';
import { BoughtCodes } from '../features/purchases/bought-codes.tsx';
import { ResumedMoneyCalls } from '../features/purchases/resumed-calls.tsx';
import { listenToEvents } from '../lib/live.ts';
import { isOpenCall, moneyCalls } from '../lib/money-calls.ts';
import { holdReload } from '../lib/open-work.ts';
import { signedInId } from '../lib/session.ts';

/** Has the user a call whose outcome is not known, or not shown? */
const isMoneyCallOpen = () =>
  moneyCalls.current().some((call) => call.userId === signedInId() && isOpenCall(call));

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
