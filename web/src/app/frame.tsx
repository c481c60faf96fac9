import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { BoughtCodes } from '../features/purchases/bought-codes.tsx';
import { ResumedMoneyCalls } from '../features/purchases/resumed-calls.tsx';
import { listenToEvents } from '../lib/live.ts';

/** What every signed-in screen stands in: the live events, the money calls of before a reload. */
export default function Frame() {
  useEffect(listenToEvents, []);
  return (
    <>
      <ResumedMoneyCalls />
      <BoughtCodes />
      <Outlet />
    </>
  );
}
