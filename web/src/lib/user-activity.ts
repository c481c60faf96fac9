/** Without a touch or a key for so long, what a screen reads by itself is not its user's doing. */
const idleMilliseconds = 5 * 60_000;
const startedAt = Date.now();
let lastTouch = startedAt;

/** Notes touches, keys and the wheel from now on; called once, when the page starts. */
export const watchUserActivity = (): void => {
  const note = () => {
    lastTouch = Date.now();
  };
  for (const name of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(name, note, { passive: true, capture: true });
};

/** Whether the person in front of the screen has done anything lately. */
export const isUserActive = (within = idleMilliseconds): boolean => Date.now() - lastTouch < within;

/** When the person in front of the screen last did something, by the clock of the device. */
export const lastTouchAt = (): number => lastTouch;

/** Whether the person in front of the screen has done anything since the page started. */
export const hasUserActed = (): boolean => lastTouch !== startedAt;
