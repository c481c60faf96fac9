import type { freeFire } from '@almas/contract/free-fire';
import type { Parsed } from '@almas/contract/route';
import type { Actor, Origin } from '../../actor.ts';
import { transaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { type ServiceConfig, serviceConfigStore } from './service-config.store.ts';
import { readServiceConfig } from './service-config.ts';

type Changes = Parsed<typeof freeFire.configure>['body'];

/** The fields that an administrator sets, for the audit trail. */
const settings = ({ isActive, maintenanceMode, startHour, endHour, workingDays }: ServiceConfig) => ({
  isActive,
  maintenanceMode,
  startHour,
  endHour,
  workingDays,
});

/** Changes the fields that are given and keeps the others; writes who and when (FFS-17, FFS-18). */
export function configureService(
  services: Services,
  admin: Actor,
  origin: Origin,
  changes: Changes,
): Promise<ServiceConfig> {
  return transaction(services.db, async (tx) => {
    await readServiceConfig(tx);
    const before = await serviceConfigStore.lock.one(tx);
    const after = await serviceConfigStore.merge.one(
      tx,
      changes.isActive ?? null,
      changes.maintenanceMode ?? null,
      changes.startHour ?? null,
      changes.endHour ?? null,
      changes.workingDays ?? null,
      admin.id,
    );
    await recordAction(tx, admin, origin, {
      action: 'free-fire.configure',
      subject: { type: 'service-config', id: 'freefire', name: 'Free Fire' },
      before: settings(before),
      after: settings(after),
    });
    tx.afterCommit(() => services.live.publish('everyone', { type: 'service-config' }));
    return after;
  });
}
