import { generate } from 'otplib';

/**
 * The code of an authenticator at `now`, shifted by `steps` of 30 seconds. The server accepts the previous, the current and the next
 * step: a code of the current or the next step stays valid for at least half a minute, one of the previous step may expire at any time.
 */
export const totp = (secret: string, steps = 0, now = Date.now()): Promise<string> =>
  generate({ secret, epoch: Math.floor(now / 1_000) + steps * 30 });
