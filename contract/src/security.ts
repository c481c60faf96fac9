import * as z from 'zod';
import { SignIn } from './accounts.ts';
import { emailText, Id, pathId, requiredText, Timestamp } from './fields.ts';
import { Password, SecondFactorCode } from './forms.ts';
import { route } from './route.ts';

const Enrolment = z.object({
  /** For the hand: base 32. */
  secret: z.string(),
  /** For the camera. */
  uri: z.string(),
});
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const OpenSession = z.object({
  id: Id,
  address: z.string(),
  userAgent: z.string(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  /** The one that asks. */
  current: z.boolean(),
});
export type OpenSession = z.output<typeof OpenSession>;

/** The steps of a sign-in after the password: the cookie holds a sign-in that is under way, which opens nothing else. */
export const signIn = {
  secondFactor: route({
    method: 'POST',
    path: '/api/login/second-factor',
    summary: 'Terminer la connexion avec un code de l’application ou un code de secours',
    access: 'public',
    body: z.object({ code: SecondFactorCode }),
    response: SignIn,
    errors: ['SIGN_IN_EXPIRED', 'CODE_WRONG', 'TOO_MANY_LOGIN_ATTEMPTS'],
  }),
  beginEnrolment: route({
    method: 'POST',
    path: '/api/login/enrolment',
    summary: 'Préparer la double authentification qu’un administrateur demande',
    access: 'public',
    response: Enrolment,
    secret: true,
    errors: ['SIGN_IN_EXPIRED'],
  }),
  confirmEnrolment: route({
    method: 'POST',
    path: '/api/login/enrolment/confirmation',
    summary: 'Activer la double authentification demandée et terminer la connexion',
    access: 'public',
    body: z.object({ code: SecondFactorCode }),
    response: SignIn.extend(RecoveryCodes.shape),
    secret: true,
    errors: ['SIGN_IN_EXPIRED', 'CODE_WRONG', 'TOO_MANY_LOGIN_ATTEMPTS'],
  }),
  setPassword: route({
    method: 'POST',
    path: '/api/login/password',
    summary: 'Remplacer un mot de passe temporaire et terminer la connexion',
    access: 'public',
    long: true,
    body: z.object({ password: Password }),
    response: SignIn,
    errors: ['SIGN_IN_EXPIRED', 'TOO_MANY_LOGIN_ATTEMPTS', 'WEAK_PASSWORD', 'PASSWORD_UNCHANGED'],
  }),
  requestReset: route({
    method: 'POST',
    path: '/api/password-reset',
    summary: 'Recevoir un lien de réinitialisation (extension `self-service-security`)',
    access: 'public',
    feature: 'self-service-security',
    body: z.object({ email: emailText() }),
    errors: ['NOT_FOUND', 'REQUIRED_FIELDS', 'TOO_MANY_LOGIN_ATTEMPTS'],
  }),
  completeReset: route({
    method: 'POST',
    path: '/api/password-reset/confirmation',
    summary: 'Choisir un nouveau mot de passe avec un lien reçu (extension `self-service-security`)',
    access: 'public',
    feature: 'self-service-security',
    long: true,
    body: z.object({ token: requiredText('RESET_LINK_INVALID', 100), password: Password }),
    errors: ['RESET_LINK_INVALID', 'SIGN_IN_EXPIRED', 'WEAK_PASSWORD', 'TOO_MANY_LOGIN_ATTEMPTS'],
  }),
  checkPassword: route({
    method: 'POST',
    path: '/api/password-check',
    summary: 'Savoir si un mot de passe est très courant, avant de le choisir',
    access: 'public',
    body: z.object({ password: Password, context: z.array(z.string().max(254)).max(10).default([]) }),
    response: z.object({ common: z.boolean(), accepted: z.boolean() }),
    secret: true,
    errors: ['TOO_MANY_LOGIN_ATTEMPTS'],
  }),
} as const;

/** What an account does for its own protection. */
export const security = {
  sessions: route({
    method: 'GET',
    path: '/api/sessions',
    summary: 'Ses sessions ouvertes, la dernière utilisée d’abord',
    access: 'signed-in',
    response: z.object({ items: z.array(OpenSession) }),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/sessions/:id',
    summary: 'Fermer une de ses sessions',
    access: 'signed-in',
    params: z.object({ id: pathId() }),
    errors: ['NOT_FOUND'],
  }),
  endOtherSessions: route({
    method: 'DELETE',
    path: '/api/sessions',
    summary: 'Fermer toutes ses autres sessions',
    access: 'signed-in',
    response: z.object({ ended: z.int() }),
  }),
  changePassword: route({
    method: 'POST',
    path: '/api/me/password',
    summary: 'Changer son mot de passe ; ferme ses autres sessions',
    access: 'signed-in',
    body: z.object({ current: Password, password: Password }),
    errors: [
      'FEATURE_OFF',
      'PASSWORD_WRONG',
      'WEAK_PASSWORD',
      'PASSWORD_UNCHANGED',
      'STEP_UP_REQUIRED',
      'TOO_MANY_LOGIN_ATTEMPTS',
    ],
  }),
  beginSecondFactor: route({
    method: 'POST',
    path: '/api/second-factor',
    summary: 'Préparer sa double authentification',
    access: 'signed-in',
    body: z.object({ password: Password }),
    response: Enrolment,
    secret: true,
    errors: ['FEATURE_OFF', 'PASSWORD_WRONG', 'SECOND_FACTOR_ON', 'TOO_MANY_LOGIN_ATTEMPTS'],
  }),
  confirmSecondFactor: route({
    method: 'POST',
    path: '/api/second-factor/confirmation',
    summary: 'Activer sa double authentification ; ferme ses autres sessions',
    access: 'signed-in',
    body: z.object({ code: SecondFactorCode }),
    response: RecoveryCodes,
    secret: true,
    errors: ['FEATURE_OFF', 'CODE_WRONG', 'SECOND_FACTOR_ON', 'TOO_MANY_LOGIN_ATTEMPTS'],
  }),
  removeSecondFactor: route({
    method: 'DELETE',
    path: '/api/second-factor',
    summary: 'Retirer sa double authentification',
    access: 'signed-in',
    errors: ['FEATURE_OFF', 'NOT_FOUND', 'SECOND_FACTOR_REQUIRED', 'STEP_UP_REQUIRED'],
  }),
  renewRecoveryCodes: route({
    method: 'POST',
    path: '/api/second-factor/recovery-codes',
    summary: 'Remplacer ses codes de secours',
    access: 'signed-in',
    response: RecoveryCodes,
    secret: true,
    errors: ['NOT_FOUND', 'STEP_UP_REQUIRED'],
  }),
  stepUp: route({
    method: 'POST',
    path: '/api/step-up',
    summary: 'Confirmer une action sensible avec un code, pour dix minutes',
    access: 'signed-in',
    body: z.object({ code: SecondFactorCode }),
    errors: ['NOT_FOUND', 'CODE_WRONG', 'TOO_MANY_LOGIN_ATTEMPTS'],
  }),
} as const;
