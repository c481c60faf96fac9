import { deviceAge } from '../../lib/server-clock.ts';

/** After this time without input (milliseconds), reads of the screen do not count as activity of the user. */
const idleMilliseconds = 5 * 60_000;
let lastTouch = Date.now();

/** Starts recording touches, keys and the wheel; called once, when the page starts. */
export const watchUserActivity = (): void => {
  const note = () => {
    lastTouch = Date.now();
  };
  for (const name of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(name, note, { passive: true, capture: true });
};

/** Whether the user has acted lately; false when the clock was set back since, because the time is not known then. */
export const isUserActive = (): boolean => deviceAge(lastTouch) < idleMilliseconds;

/** When the user last acted, by the clock of the device. */
export const lastTouchAt = (): number => lastTouch;
