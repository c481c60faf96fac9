import { staff } from '@almas/contract/staff';
import { isOn } from '../../feature-switches.ts';
import type { ServedGroup } from '../../http/serve.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { listPickable, signCashierIn } from './cashier-login.ts';
import { deviceCookie, enrolDevice, enrolledDevice, listDevices, revokeDevice } from './enrolled-devices.ts';
import { addStaff, listStaff, updateStaff } from './staff-members.ts';
import { closeTill, listTillCloses } from './till-closes.ts';

/** The cashiers of a reseller, the devices on which they sign in, and their drawers. */
export function staffRoutes(services: Services, sessions: Sessions, cookie: SessionCookie): ServedGroup {
  const { db, publicDb, config } = services;
  const devices = deviceCookie(config.publicUrl);
  return serveRoutes(services, staff, {
    list: ({ wallet }) => listStaff(db, wallet.id),
    create: addStaff,
    update: updateStaff,
    devices: ({ wallet }) => listDevices(db, wallet.id),
    enrol: enrolDevice(devices),
    revoke: revokeDevice,
    picker: async ({ request }) => {
      const device = (await isOn(services, 'cashiers'))
        ? await enrolledDevice(publicDb, devices, request)
        : undefined;
      return listPickable(publicDb, device);
    },
    login: signCashierIn(sessions, cookie, devices),
    closeTill,
    tillCloses: ({ wallet, query }) => listTillCloses(db, wallet.id, query),
  });
}
