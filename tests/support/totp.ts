import { generate } from 'otplib';

/** The code that an authenticator shows at a moment; `steps` of 30 seconds from now. */
export const totp = (secret: string, steps = 0, now = Date.now()): Promise<string> =>
  generate({ secret, epoch: Math.floor(now / 1_000) + steps * 30 });
