import { security } from '@almas/contract/security';
import { fail } from '../../app-error.ts';
import type { Actor, Identity } from '../../authorization/identity.ts';
import { lockSession } from '../../authorization/lock-session.ts';
import { requireFeature } from '../../feature-switches.ts';
import type { ServedGroup } from '../../http/serve.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { command, type LiveEffect, serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { changePassword, checkCurrentPassword, prepareChange } from './change-password.ts';
import {
  beginEnrolment,
  checkEnrolment,
  checkSecondFactor,
  confirmEnrolment,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';
import { confirmSession, endOtherSessions, endSession, openSessions } from './sessions.ts';

/** The hash of the call's session token; empty without a session, which matches no stored hash. */
const ownHash = (identity: Identity | undefined): Buffer => identity?.sessionHash() ?? Buffer.alloc(0);
const sessionChanged = ({ id }: Actor): LiveEffect => [{ user: id }, { type: 'session' }];
/** Resellers change their own password and second factor only with the extension; otherwise an administrator does it. */
const checkSelfService = async (actor: Actor, services: Pick<Services, 'features'>): Promise<void> => {
  if (!actor.administers) await requireFeature(services, 'self-service-security');
};

/** The sessions, password and second factor of the own account. */
export const securityRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, security, {
    sessions: async ({ actor, identity }) => ({
      items: await openSessions(services.db, actor.id, ownHash(identity)),
    }),
    endSession: command(security.endSession, {
      run: async ({ tx, actor, params }) => {
        if ((await endSession(tx, actor.id, parseUuidOrNil(params.id))) === 0) throw fail('NOT_FOUND');
        return { response: undefined, effects: { events: [sessionChanged(actor)] } };
      },
    }),
    endOtherSessions: command(security.endOtherSessions, {
      run: async ({ tx, actor, identity }) => ({
        response: { ended: await endOtherSessions(tx, actor.id, ownHash(identity)) },
        effects: { events: [sessionChanged(actor)] },
      }),
    }),
    changePassword: command(security.changePassword, {
      prepare: async ({ services: own, actor, body }) => {
        await checkSelfService(actor, own);
        return await prepareChange(own, actor, body);
      },
      run: async ({ tx, actor, identity, prepared }) => {
        const hash = ownHash(identity);
        const effects = await changePassword(tx, actor, prepared, hash);
        await lockSession(tx, hash);
        return { response: undefined, effects };
      },
    }),
    beginSecondFactor: command(security.beginSecondFactor, {
      prepare: async ({ services: own, actor, body }) => {
        await checkSelfService(actor, own);
        if (actor.secondFactor) throw fail('SECOND_FACTOR_ON');
        await checkCurrentPassword(own, actor, body.password);
      },
      run: async ({ services: own, tx, actor }) => ({
        response: await beginEnrolment(own, tx, actor),
        effects: {},
      }),
    }),
    confirmSecondFactor: command(security.confirmSecondFactor, {
      prepare: async ({ services: own, actor, body }) => {
        await checkSelfService(actor, own);
        await checkEnrolment(own, actor, body.code);
      },
      run: async ({ services: own, tx, actor, identity }) => {
        const hash = ownHash(identity);
        const { recoveryCodes, effects } = await confirmEnrolment(own, tx, actor, hash);
        await lockSession(tx, hash);
        await confirmSession(tx, hash);
        return { response: { recoveryCodes }, effects: { ...effects, events: [sessionChanged(actor)] } };
      },
    }),
    removeSecondFactor: command(security.removeSecondFactor, {
      prepare: ({ services: own, actor }) => checkSelfService(actor, own),
      run: async ({ tx, actor, identity }) => {
        const effects = await removeSecondFactor(tx, actor);
        await lockSession(tx, ownHash(identity));
        return { response: undefined, effects };
      },
    }),
    renewRecoveryCodes: command(security.renewRecoveryCodes, {
      run: async ({ services: own, tx, actor, identity }) => {
        const { recoveryCodes, effects } = await renewRecoveryCodes(own, tx, actor);
        await lockSession(tx, ownHash(identity));
        return { response: { recoveryCodes }, effects };
      },
    }),
    stepUp: command(security.stepUp, {
      prepare: async ({ services: own, actor, identity, body }) => {
        if (!actor.secondFactor) throw fail('NOT_FOUND');
        const session = ownHash(identity).toString('base64url');
        await checkSecondFactor(own, actor.id, body.code, { session });
      },
      run: async ({ tx, identity }) => {
        await confirmSession(tx, ownHash(identity));
        return { response: undefined, effects: {} };
      },
    }),
  });
