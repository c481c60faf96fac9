import { useEffect } from 'react';
import { BoughtCodes } from '../features/purchases/bought-codes.tsx';
import { isOpenCall, moneyCalls } from '../lib/money-calls.ts';
import { holdReload } from '../lib/open-work.ts';
import { Outlet } from '../lib/router.tsx';
import { signedInId } from '../lib/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

// The first screen does not wait for it.
const Background = lazyPart(() => import('./background.tsx'), null);

/** Has the user a call whose outcome is not known, or not shown? */
const isMoneyCallOpen = () =>
  moneyCalls.current().some((call) => call.userId === signedInId() && isOpenCall(call));

/** What every signed-in screen stands in. */
export default function Frame() {
  useEffect(() => holdReload(isMoneyCallOpen), []);
  return (
    <>
      <Background />
      <BoughtCodes />
      <Outlet />
    </>
  );
}
