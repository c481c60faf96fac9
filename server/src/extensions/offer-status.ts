import { fail } from '../app-error.ts';
import type { Config } from '../config.ts';
import { isOn } from './extensions.ts';

/** Offers are static, as the specification has it, unless this extension is on (AMB-09). @throws AppError FREE_FIRE_STATUS_STATIC */
export function checkOfferStatusChange(config: Pick<Config, 'extensions'>): void {
  if (!isOn(config, 'offer-status')) throw fail('FREE_FIRE_STATUS_STATIC');
}
