import * as z from 'zod';
import { Amount, Id, listOf, page, pathId, Timestamp } from './fields.ts';
import { DeviceLabel, Pin, StaffCap, StaffName, TillCount } from './forms.ts';
import { pages } from './page-sizes.ts';
import { route } from './route.ts';

/** A cashier as the reseller sees them. */
export const StaffMember = z.object({
  id: Id,
  name: z.string(),
  dailyCap: Amount,
  soldToday: Amount,
  isActive: z.boolean(),
  /** The number of the drawer that is open. */
  till: z.int(),
  createdAt: Timestamp,
});
export type StaffMember = z.output<typeof StaffMember>;

/** A device on which cashiers sign in. */
export const EnrolledDevice = z.object({
  id: Id,
  label: z.string(),
  createdAt: Timestamp,
  revokedAt: Timestamp.nullable(),
});
export type EnrolledDevice = z.output<typeof EnrolledDevice>;

/** A drawer that a cashier has counted. */
export const TillClose = z.object({
  id: Id,
  staffName: z.string(),
  counted: Amount,
  /** What was sold, at the price of the shop at that moment where it had one; less the top-ups that were refused. */
  expected: Amount,
  /** Counted less expected: negative when money is missing. */
  gap: Amount,
  sales: z.int(),
  /**
   * Sales that were counted at what they cost the shop, which had no price of its own for them, and top-ups of earlier drawers that were
   * given back at it; null: not known. Answers of before have none.
   */
  unpriced: z.int().nullish(),
  openedAt: Timestamp,
  createdAt: Timestamp,
});
export type TillClose = z.output<typeof TillClose>;

const feature = 'cashiers';

/** The cashiers of a reseller, the devices on which they sign in, and their drawers. */
export const staff = {
  list: route({
    method: 'GET',
    path: '/api/staff',
    summary: 'Ses vendeurs, avec leur plafond et ce qu’ils ont vendu aujourd’hui',
    access: 'reseller',
    feature,
    response: z.object({ items: z.array(StaffMember) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/staff',
    summary: 'Ajouter un vendeur avec son code à quatre chiffres',
    access: 'reseller',
    feature,
    long: true,
    body: z.object({ name: StaffName, pin: Pin, dailyCap: StaffCap }),
    response: StaffMember,
    errors: [
      'STAFF_NAME_REQUIRED',
      'STAFF_NAME_TAKEN',
      'PIN_INVALID',
      'STAFF_CAP_INVALID',
      'TOO_MANY_STAFF',
      'STEP_UP_REQUIRED',
    ],
  }),
  update: route({
    method: 'PATCH',
    path: '/api/staff/:id',
    summary:
      'Changer le nom, le code, le plafond ou l’état d’un vendeur ; un nouveau code ferme ses sessions',
    access: 'reseller',
    feature,
    long: true,
    params: z.object({ id: pathId('STAFF_NOT_FOUND') }),
    body: z.object({
      name: StaffName.optional(),
      pin: Pin.optional(),
      dailyCap: StaffCap.optional(),
      isActive: z.boolean().optional(),
    }),
    response: StaffMember,
    errors: [
      'STAFF_NOT_FOUND',
      'STAFF_NAME_REQUIRED',
      'STAFF_NAME_TAKEN',
      'PIN_INVALID',
      'STAFF_CAP_INVALID',
      'TOO_MANY_STAFF',
      'STEP_UP_REQUIRED',
    ],
  }),
  devices: route({
    method: 'GET',
    path: '/api/devices',
    summary: 'Ses appareils où les vendeurs peuvent entrer',
    access: 'reseller',
    feature,
    response: z.object({ items: z.array(EnrolledDevice) }),
  }),
  enrol: route({
    method: 'POST',
    path: '/api/devices',
    summary: 'Permettre aux vendeurs d’entrer sur cet appareil',
    access: 'reseller',
    feature,
    body: z.object({ label: DeviceLabel }),
    response: EnrolledDevice,
    errors: ['DEVICE_LABEL_REQUIRED', 'TOO_MANY_DEVICES', 'STEP_UP_REQUIRED'],
  }),
  revoke: route({
    method: 'DELETE',
    path: '/api/devices/:id',
    summary: 'Ne plus permettre aux vendeurs d’entrer sur un appareil ; ferme leurs sessions',
    access: 'reseller',
    feature,
    params: z.object({ id: pathId('DEVICE_NOT_ENROLLED') }),
    response: EnrolledDevice,
    errors: ['DEVICE_NOT_ENROLLED'],
  }),
  /** On a device that is not enrolled, and while the switch is off, there are none. */
  picker: route({
    method: 'GET',
    path: '/api/login/cashier',
    summary: 'Les vendeurs qui peuvent entrer sur cet appareil ; null : l’appareil n’est pas inscrit',
    access: 'public',
    secret: true,
    response: z.object({
      device: z
        .object({ shop: z.string(), staff: z.array(z.object({ id: Id, name: z.string() })) })
        .nullable(),
    }),
  }),
  login: route({
    method: 'POST',
    path: '/api/login/cashier',
    summary: 'Entrer comme vendeur sur un appareil inscrit',
    access: 'public',
    feature,
    long: true,
    secret: true,
    body: z.object({ staffId: z.string().max(100), pin: Pin }),
    response: z.object({ name: z.string() }),
    errors: ['DEVICE_NOT_ENROLLED', 'PIN_WRONG', 'PIN_LOCKED', 'PIN_INVALID'],
  }),
  closeTill: route({
    method: 'POST',
    path: '/api/till-closes',
    summary:
      'Compter une caisse : la sienne, pour un vendeur, ou celle d’un vendeur (staffId) ; l’écart n’est montré qu’après le compte',
    access: 'reseller',
    cashier: true,
    feature,
    idempotent: true,
    /** `till`: the drawer that is meant. One that is closed already answers its close, and the next one stays open. */
    body: z.object({
      counted: TillCount,
      staffId: z.string().max(100).optional(),
      till: z.int().positive().max(2_147_483_647).optional(),
    }),
    response: TillClose,
    errors: ['TILL_COUNT_INVALID', 'STAFF_NOT_FOUND', 'NOT_FOUND'],
  }),
  tillCloses: route({
    method: 'GET',
    path: '/api/till-closes',
    summary: 'Les comptes de caisse de ses vendeurs, du plus récent au plus ancien',
    access: 'reseller',
    feature,
    query: z.object(page(pages.tillCloses)),
    response: listOf(TillClose),
  }),
} as const;
