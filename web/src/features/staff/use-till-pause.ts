import { useEffect } from 'react';
import { lastTouchAt } from '../../platform/network/index.ts';
import { isTillLocked, leaveTill, noteTillTouch } from '../../platform/session/index.ts';

/** How often the pause is looked at, in milliseconds. */
const lookMilliseconds = 1_000;

/** After two minutes without a touch in any tab, the next person is asked who sells. */
export function useTillPause(): void {
  useEffect(() => {
    let noted = 0;
    const timer = setInterval(() => {
      if (isTillLocked(lastTouchAt())) leaveTill();
      else if (lastTouchAt() > noted) {
        noted = lastTouchAt();
        noteTillTouch();
      }
    }, lookMilliseconds);
    return () => clearInterval(timer);
  }, []);
}
