import * as z from 'zod';
import {
  Amount,
  countedListOf,
  emailText,
  Id,
  optionalText,
  page,
  pathId,
  SortOrder,
  Timestamp,
} from './fields.ts';
import {
  DailyCeilingAmount,
  Email,
  Password,
  ProfileUpdate,
  PurchasesPerHour,
  Registration,
} from './forms.ts';
import { Language } from './languages.ts';
import { limits } from './limits.ts';
import { pages } from './page-sizes.ts';
import { employeeScopes, route } from './route.ts';

export const Role = z.enum(['reseller', 'admin']);
export const AccountStatus = z.enum(['pending', 'active', 'inactive']);

/** Another account of, perhaps, the same person. */
const AlikeAccount = z.object({
  id: Id,
  name: z.string(),
  status: AccountStatus,
  /** The email reaches the same mailbox, however it is spelled. */
  mailbox: z.boolean(),
  phone: z.boolean(),
});

/** A cashier who is signed in. */
const SignedInCashier = z.object({
  id: Id,
  name: z.string(),
  dailyCap: Amount,
  soldToday: Amount,
  /** The number of the drawer that is open. */
  till: z.int(),
});

/** A user record. `balance` is in DA. */
export const User = z.object({
  id: Id,
  email: z.string(),
  role: Role,
  status: AccountStatus,
  balance: Amount,
  firstName: z.string(),
  lastName: z.string(),
  displayName: z.string(),
  company: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  postalCode: z.string(),
  lastRecharge: Timestamp.nullable(),
  lastPurchase: Timestamp.nullable(),
  activatedBy: Id.nullable(),
  activatedAt: Timestamp.nullable(),
  deactivatedBy: Id.nullable(),
  deactivatedAt: Timestamp.nullable(),
  deactivationReason: z.string().nullable(),
  /** A second factor protects the sign-in (AMB-95). */
  secondFactor: z.boolean(),
  /** An administrator asks for one at the next sign-in. */
  secondFactorRequired: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** Administrators only; absent for everybody else (PRM-34). */
  internalNotes: z.string().nullable().optional(),
  adminComments: z.string().nullable().optional(),
  systemFlags: z.array(z.string()).nullable().optional(),
  /** Since when the account is frozen; absent when it is not. */
  frozenAt: Timestamp.optional(),
  /** Of an administrator who is an employee: what it may do while `admin-scopes` is on. Absent for everybody else. */
  scopes: z.array(z.enum(employeeScopes)).optional(),
  /** Administrators only, about an account that is not active: absent when there is none. */
  alike: z.array(AlikeAccount).optional(),
  /** The session is that of a cashier of the account, who sells within a cap of the day. Absent for everybody else. */
  cashier: SignedInCashier.optional(),
});
export type User = z.output<typeof User>;

/** What a sign-in still asks for after the right password. */
export const SignInStep = z.enum(['second-factor', 'enrolment', 'password']);
export type SignInStep = z.output<typeof SignInStep>;

/** The account when the session is open; else the step that is still asked for, and nothing else. */
export const SignIn = User.partial().extend({ pending: SignInStep.optional() });
export type SignIn = z.output<typeof SignIn>;

const userParams = z.object({ id: pathId('USER_ID_REQUIRED') });

/** The status that the account was shown with: what a colleague has decided meanwhile is not decided again. */
const seenStatus = z.object({ from: AccountStatus.optional() });

/** How many purchases an hour a reseller may make. */
export const PurchaseLimit = z.object({
  perHour: z.int(),
  /** Set by an administrator for this account. */
  isOwn: z.boolean(),
  /** For accounts without one of their own. */
  byDefault: z.int(),
  /** Attempts of the running hour, refused ones included. */
  used: z.int(),
  /** When the running hour ends; null: none has begun. */
  until: Timestamp.nullable(),
});
export type PurchaseLimit = z.output<typeof PurchaseLimit>;

/** What a reseller may spend in a day: a brake, which sales that run at the same moment may pass. */
export const DailyCeiling = z.object({
  /** Null: no ceiling. */
  ceiling: Amount.nullable(),
  spentToday: Amount,
});
export type DailyCeiling = z.output<typeof DailyCeiling>;

export const accounts = {
  register: route({
    method: 'POST',
    path: '/api/register',
    summary: 'Créer un compte revendeur, en attente d’activation',
    access: 'public',
    long: true,
    body: Registration,
    response: User,
    errors: [
      'REQUIRED_FIELDS',
      'PASSWORDS_DIFFER',
      'WEAK_PASSWORD',
      'INVALID_EMAIL',
      'EMAIL_TAKEN',
      'TOO_MANY_LOGIN_ATTEMPTS',
    ],
  }),
  login: route({
    method: 'POST',
    path: '/api/login',
    summary: 'Ouvrir une session',
    access: 'public',
    long: true,
    body: z.object({
      email: emailText(),
      password: Password,
    }),
    response: SignIn,
    errors: [
      'REQUIRED_FIELDS',
      'INVALID_CREDENTIALS',
      'ACCOUNT_DISABLED',
      'TOO_MANY_LOGIN_ATTEMPTS',
      'TEMPORARY_PASSWORD_EXPIRED',
      'TEMPORARY_PASSWORD_USED',
      'SIGN_IN_EXPIRED',
    ],
  }),
  logout: route({
    method: 'POST',
    path: '/api/logout',
    summary: 'Fermer la session',
    access: 'signed-in',
    cashier: true,
  }),
  /** Answers visitors too, with null: a screen asks before it knows whether anybody is signed in. */
  session: route({
    method: 'GET',
    path: '/api/session',
    summary: 'Savoir qui est connecté dans ce navigateur, si quelqu’un l’est',
    access: 'public',
    response: z.object({ user: User.nullable() }),
    secret: true,
  }),
  me: route({
    method: 'GET',
    path: '/api/me',
    summary: 'Son propre compte',
    access: 'signed-in',
    cashier: true,
    response: User,
  }),
  updateMe: route({
    method: 'PATCH',
    path: '/api/me',
    summary: 'Modifier son profil',
    access: 'active',
    body: ProfileUpdate,
    response: User,
  }),
  language: route({
    method: 'GET',
    path: '/api/me/lang',
    summary: 'Langue choisie pour ses écrans et ses messages (fonction `arabic`)',
    access: 'signed-in',
    feature: 'arabic',
    response: z.object({ lang: Language.nullable() }),
  }),
  chooseLanguage: route({
    method: 'PUT',
    path: '/api/me/lang',
    summary: 'Choisir la langue de ses écrans et de ses messages (fonction `arabic`)',
    access: 'signed-in',
    feature: 'arabic',
    body: z.object({ lang: Language }),
  }),
  purchaseLimit: route({
    method: 'GET',
    path: '/api/me/purchase-limit',
    summary: 'Nombre d’achats par heure auquel on a droit, et ce qui en est utilisé',
    access: 'reseller',
    cashier: true,
    response: PurchaseLimit,
  }),
} as const;

export const users = {
  list: route({
    method: 'GET',
    path: '/api/users',
    summary: 'Comptes, du plus récent au plus ancien ou dans un autre ordre',
    access: 'admin',
    scope: 'accounts',
    query: z.object({
      search: z.string().max(200).optional(),
      status: z.enum(['all', 'pending', 'active', 'inactive']).default('all'),
      role: Role.optional(),
      /** `activity`: the last recharge or purchase. */
      sort: z.enum(['created', 'name', 'balance', 'activity']).default('created'),
      order: SortOrder.default('desc'),
      ...page(pages.users),
    }),
    response: countedListOf(User),
  }),
  get: route({
    method: 'GET',
    path: '/api/users/:id',
    summary: 'Un compte',
    access: 'admin',
    scope: 'accounts',
    params: userParams,
    response: User,
    errors: ['USER_NOT_FOUND'],
  }),
  activate: route({
    method: 'POST',
    path: '/api/users/:id/activate',
    summary: 'Activer un revendeur',
    access: 'admin',
    scope: 'accounts',
    params: userParams,
    query: seenStatus,
    response: User,
    errors: ['USER_NOT_FOUND', 'ONLY_RESELLERS_ACTIVATED', 'ALREADY_ACTIVE', 'ACCOUNT_DECIDED'],
  }),
  deactivate: route({
    method: 'POST',
    path: '/api/users/:id/deactivate',
    summary: 'Désactiver un compte',
    access: 'admin',
    scope: 'accounts',
    params: userParams,
    query: seenStatus,
    body: z.object({ reason: optionalText(limits.deactivationReasonLength) }),
    response: User,
    errors: ['USER_NOT_FOUND', 'CANNOT_DEACTIVATE_SELF', 'ALREADY_INACTIVE', 'ACCOUNT_DECIDED'],
  }),
  purchaseLimit: route({
    method: 'GET',
    path: '/api/users/:id/purchase-limit',
    summary: 'Nombre d’achats par heure d’un revendeur',
    access: 'admin',
    scope: 'accounts',
    params: userParams,
    response: PurchaseLimit,
    errors: ['USER_NOT_FOUND', 'ONLY_RESELLERS_LIMITED'],
  }),
  setPurchaseLimit: route({
    method: 'PUT',
    path: '/api/users/:id/purchase-limit',
    summary: 'Fixer le nombre d’achats par heure d’un revendeur ; null : revenir au nombre par défaut',
    access: 'admin',
    scope: 'accounts',
    params: userParams,
    body: z.object({ perHour: PurchasesPerHour.nullable() }),
    response: PurchaseLimit,
    errors: ['USER_NOT_FOUND', 'ONLY_RESELLERS_LIMITED', 'PURCHASE_LIMIT_INVALID'],
  }),
  freeze: route({
    method: 'PUT',
    path: '/api/users/:id/freeze',
    summary: 'Geler un revendeur, qui garde son solde et n’achète plus, ou le dégeler',
    access: 'admin',
    scope: 'accounts',
    params: userParams,
    body: z.object({ frozen: z.boolean() }),
    response: User,
    errors: ['USER_NOT_FOUND', 'ONLY_RESELLERS_LIMITED'],
  }),
  dailyCeiling: route({
    method: 'GET',
    path: '/api/users/:id/daily-ceiling',
    summary: 'Plafond du jour d’un revendeur et ce qu’il a dépensé',
    access: 'admin',
    scope: 'accounts',
    params: userParams,
    response: DailyCeiling,
    errors: ['USER_NOT_FOUND', 'ONLY_RESELLERS_LIMITED'],
  }),
  setDailyCeiling: route({
    method: 'PUT',
    path: '/api/users/:id/daily-ceiling',
    summary:
      'Fixer ce qu’un revendeur peut dépenser par jour ; null : sans plafond. Des ventes en cours peuvent le dépasser',
    access: 'admin',
    scope: 'accounts',
    params: userParams,
    body: z.object({ ceiling: DailyCeilingAmount.nullable() }),
    response: DailyCeiling,
    errors: ['USER_NOT_FOUND', 'ONLY_RESELLERS_LIMITED', 'DAILY_CEILING_INVALID'],
  }),
  resetPassword: route({
    method: 'POST',
    path: '/api/users/:id/temporary-password',
    summary: 'Donner un mot de passe temporaire à un revendeur ; ferme ses autres sessions',
    access: 'admin',
    scope: 'accounts',
    params: userParams,
    response: z.object({ temporaryPassword: z.string() }),
    secret: true,
    errors: ['USER_NOT_FOUND', 'CANNOT_RESET_ADMIN', 'STEP_UP_REQUIRED'],
  }),
  changeEmail: route({
    method: 'PATCH',
    path: '/api/users/:id/email',
    summary:
      'Changer l’adresse email d’un revendeur ; ferme ses sessions et retire sa double authentification et les appareils de ses vendeurs',
    access: 'admin',
    scope: 'accounts',
    params: userParams,
    body: z.object({
      email: Email,
      /** As it was shown: an address that a colleague has changed meanwhile is not changed again unseen. */
      expectedEmail: z.string().max(254),
    }),
    response: User,
    errors: [
      'USER_NOT_FOUND',
      'INVALID_EMAIL',
      'EMAIL_TAKEN',
      'EMAIL_CHANGED',
      'ONLY_RESELLERS_READDRESSED',
      'STEP_UP_REQUIRED',
    ],
  }),
  endSessions: route({
    method: 'DELETE',
    path: '/api/users/:id/sessions',
    summary: 'Fermer toutes les sessions d’un compte ; son mot de passe reste',
    access: 'admin',
    scope: 'accounts',
    params: userParams,
    response: z.object({ ended: z.int() }),
    errors: ['USER_NOT_FOUND', 'STEP_UP_REQUIRED'],
  }),
  requireSecondFactor: route({
    method: 'PUT',
    path: '/api/users/:id/second-factor',
    summary: 'Demander la double authentification à un revendeur, ou ne plus la demander',
    access: 'admin',
    scope: 'accounts',
    params: userParams,
    body: z.object({ required: z.boolean() }),
    response: User,
    errors: ['USER_NOT_FOUND', 'ONLY_RESELLERS_SECURED', 'STEP_UP_REQUIRED'],
  }),
  resetSecondFactor: route({
    method: 'DELETE',
    path: '/api/users/:id/second-factor',
    summary:
      'Retirer la double authentification d’un revendeur qui a perdu son téléphone ; ferme ses sessions',
    access: 'admin',
    scope: 'accounts',
    params: userParams,
    response: User,
    errors: ['USER_NOT_FOUND', 'ONLY_RESELLERS_SECURED', 'STEP_UP_REQUIRED'],
  }),
} as const;
