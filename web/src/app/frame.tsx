import { useEffect } from 'react';
import { PurchaseResult } from '../features/purchases/purchase-result.tsx';
import { Outlet } from '../platform/navigation/index.ts';
import { holdReload } from '../platform/network/index.ts';
import { signedInId } from '../platform/session/index.ts';
import { moneyCalls } from '../platform/session/money-calls.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

// Loaded after the first screen.
const Background = lazyPart(() => import('./background.tsx'), null);

const isMoneyCallOpen = () => moneyCalls.openOf(signedInId()).length > 0;

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
