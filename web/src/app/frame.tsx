import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import { MantineProvider } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ResumedMoneyCalls } from '../features/purchases/resumed-calls.tsx';
import { useColorScheme } from '../lib/color-scheme.ts';
import { listenToEvents } from '../lib/live.ts';
import { theme } from '../ui/theme/theme.ts';

/** What every signed-in screen stands in: the component library, the live events, the money calls of before a reload. */
export default function Frame() {
  const scheme = useColorScheme();
  useEffect(listenToEvents, []);
  return (
    <MantineProvider theme={theme} forceColorScheme={scheme}>
      <ResumedMoneyCalls />
      <Outlet />
    </MantineProvider>
  );
}
