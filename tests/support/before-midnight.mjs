/*
 * The Free Fire service cannot be open from 23:00 to midnight in Algiers, since 23 is its last hour (AMB-14). So that the journeys
 * pass at any hour, the clock of a test server that starts after 22:00 is two hours behind, and so is the clock of the pages of its
 * browsers.
 */
const hour = 3_600_000;
const hourOfAlgiers = new Date(Date.now() + hour).getUTCHours();

if (hourOfAlgiers >= 22) {
  const RealDate = Date;
  const now = () => RealDate.now() - 2 * hour;
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
    Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin - 2 * hour });
}
