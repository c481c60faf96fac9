import { generate } from 'otplib';

/**
 * The code that an authenticator shows at a moment; `steps` of 30 seconds from now. The server takes the step before and the one after
 * the running one: a code of now or of the next step stays right for half a minute at least, one of the last step may not.
 */
export const totp = (secret: string, steps = 0, now = Date.now()): Promise<string> =>
  generate({ secret, epoch: Math.floor(now / 1_000) + steps * 30 });
