import { freeFire } from '@almas/contract/free-fire';
import { command } from '../../pipeline/command.ts';
import { type ServiceConfig, serviceConfigStore } from './service-config.store.ts';
import { presentService, raiseConfigError, readServiceConfig } from './service-config.ts';

/** The fields that an administrator sets, for the audit trail. */
const settings = ({ isActive, maintenanceMode, startHour, endHour, workingDays }: ServiceConfig) => ({
  isActive,
  maintenanceMode,
  startHour,
  endHour,
  workingDays,
});

/** Changes the given fields and records by whom and when (FFS-17, FFS-18). */
export const configureService = command(freeFire.configure, {
  run: async ({ services, tx, actor, body: changes }) => {
    await readServiceConfig(tx);
    const before = await serviceConfigStore.lock.one(tx);
    const after = await serviceConfigStore.merge.one(tx, {
      isActive: changes.isActive ?? null,
      maintenanceMode: changes.maintenanceMode ?? null,
      startHour: changes.startHour ?? null,
      endHour: changes.endHour ?? null,
      workingDays: changes.workingDays ?? null,
      adminId: actor.id,
    });
    return {
      response: presentService(after, services),
      effects: {
        audit: {
          action: 'free-fire.configure',
          subject: { type: 'service-config', id: 'freefire', name: 'Free Fire' },
          before: settings(before),
          after: settings(after),
        },
        events: [['everyone', { type: 'service-config' }]],
      },
    };
  },
  failed: ({ services, error }) => raiseConfigError(services, error),
});
