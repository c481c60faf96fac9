import type { FreeFireService } from '@almas/contract/free-fire';
import { stored } from '@almas/locale';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import type { Services } from '../../services.ts';
import { raiseAlert } from '../alerts/raise-alert.ts';
import { type ServiceConfig, serviceConfigStore } from './service-config.store.ts';
import { serviceState } from './service-state.ts';

/** Reads the configuration; the first call creates it with its defaults (FFS-01, AMB-44). */
export async function readServiceConfig(db: Queryable): Promise<ServiceConfig> {
  const config = await serviceConfigStore.read.first(db);
  if (config) return config;
  await serviceConfigStore.createMissing.run(db);
  return serviceConfigStore.read.one(db);
}

/** The configuration with the current state of the service. */
export function presentService(
  config: ServiceConfig,
  { now: clock, playerLookup }: Pick<Services, 'now' | 'playerLookup'>,
): FreeFireService {
  const { online, reason, nextOpening } = serviceState(config, clock());
  return {
    ...config,
    online,
    reason,
    reasonText: stored.freeFire.serviceReasons[reason],
    nextOpening: nextOpening?.toISOString() ?? null,
    ...(playerLookup && { playerLookup: true as const }),
  };
}

/** Raises a system alert for an error in reading or writing the configuration (FFS-19), except a refusal. */
export function raiseConfigError({ log }: Pick<Services, 'log'>, error: unknown): void {
  if (error instanceof AppError) return;
  raiseAlert(log, {
    type: 'system',
    title: stored.alerts.configurationTitle,
    message: error instanceof Error ? error.message : String(error),
    priority: 'high',
    data: { config: 'freefire' },
  });
}
