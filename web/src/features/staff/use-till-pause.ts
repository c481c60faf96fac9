import { useEffect } from 'react';
import { isUserActive, lastTouchAt } from '../../platform/network/index.ts';
import {
  isTillLocked,
  leaveTill,
  noteTillTouch,
  tillPauseMilliseconds,
} from '../../platform/session/index.ts';

/** How often the pause is looked at, in milliseconds. */
const lookMilliseconds = 1_000;

/** After two minutes without a touch, the next person is asked who sells. */
export function useTillPause(): void {
  useEffect(() => {
    let noted = 0;
    const timer = setInterval(() => {
      if (!isUserActive(tillPauseMilliseconds) || isTillLocked()) leaveTill();
      else if (lastTouchAt() > noted) {
        noted = lastTouchAt();
        noteTillTouch();
      }
    }, lookMilliseconds);
    return () => clearInterval(timer);
  }, []);
}
