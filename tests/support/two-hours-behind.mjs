/* Sets the clock of a server process or of a page two hours behind (late-clock.ts). */
const twoHours = 7_200_000;
const RealDate = Date;
const now = () => RealDate.now() - twoHours;
globalThis.Date = class EarlierDate extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
  static now() {
    return now();
  }
  static [Symbol.hasInstance](value) {
    return value instanceof RealDate;
  }
};
// A page compares times with the time at which it was loaded.
if (globalThis.document)
  Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin - twoHours });
