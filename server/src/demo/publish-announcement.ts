import { demoAnnouncement } from '@almas/locale/demo';
import type { Actor, Origin } from '../authorization/identity.ts';
import { createAnnouncement } from '../modules/announcements/write-announcement.ts';
import { changeFeature } from '../modules/features/change-feature.ts';
import { callBy, execute } from '../pipeline/command.ts';
import type { Services } from '../services.ts';

/** Turns the announcements on and publishes one. */
export async function publishAnnouncement(services: Services, admin: Actor, origin: Origin): Promise<void> {
  const params = { name: 'announcements' };
  await execute(services, changeFeature, callBy(admin, origin, { params, body: { enabled: true } }));
  await execute(services, createAnnouncement, callBy(admin, origin, { body: demoAnnouncement }));
}
