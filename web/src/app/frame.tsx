import { useEffect } from 'react';
import { PurchaseResult } from '../features/purchases/purchase-result.tsx';
import { isOpenCall, moneyCalls } from '../lib/money-calls.ts';
import { holdReload } from '../lib/open-work.ts';
import { Outlet } from '../lib/router.tsx';
import { signedInId } from '../lib/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

// Loaded after the first screen.
const Background = lazyPart(() => import('./background.tsx'), null);

/** Whether the user has a money call whose outcome is unknown or has not been shown. */
const isMoneyCallOpen = () =>
  moneyCalls.current().some((call) => call.userId === signedInId() && isOpenCall(call));

/** The layout of every signed-in screen. */
export default function Frame() {
  useEffect(() => holdReload(isMoneyCallOpen), []);
  return (
    <>
      <Background />
      <PurchaseResult />
      <Outlet />
    </>
  );
}
