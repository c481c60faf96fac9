import { security } from '@almas/contract/security';
import type { Actor } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { isOn } from '../../extensions/extensions.ts';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { parseUuidOrNil } from '../../ids.ts';
import type { Services } from '../../services.ts';
import { changePassword, checkCurrentPassword } from './change-password.ts';
import {
  beginEnrolment,
  checkSecondFactor,
  confirmEnrolment,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';
import { confirmSession, endOtherSessions, endSession, openSessions, type Sessions } from './sessions.ts';

/** What an account does for its own protection. */
export function securityRoutes(services: Services, sessions: Sessions, cookie: SessionCookie): ServedGroup {
  const { db, config, live } = services;
  const ownHash = (request: Parameters<SessionCookie['read']>[0]) =>
    sessions.hash(cookie.read(request) ?? '');
  /** Administrators by default; a reseller's password and second factor are support's, unless the extension is on. */
  const checkSelfService = (actor: Actor) => {
    if (!actor.administers && !isOn(config, 'self-service-security')) throw fail('NOT_FOUND');
  };
  return serveGroup(security, {
    sessions: async ({ actor, request }) => ({ items: await openSessions(db, actor.id, ownHash(request)) }),
    endSession: async ({ actor, params }) => {
      if ((await endSession(db, actor.id, parseUuidOrNil(params.id))) === 0) throw fail('NOT_FOUND');
      live.publish({ user: actor.id }, { type: 'session' });
      return undefined;
    },
    endOtherSessions: async ({ actor, request }) => {
      const ended = await endOtherSessions(db, actor.id, ownHash(request));
      live.publish({ user: actor.id }, { type: 'session' });
      return { ended };
    },
    changePassword: async ({ actor, origin, body, request }) => {
      checkSelfService(actor);
      await changePassword(services, actor, origin, body, ownHash(request));
      return undefined;
    },
    beginSecondFactor: async ({ actor, body }) => {
      checkSelfService(actor);
      if (actor.secondFactor) throw fail('SECOND_FACTOR_ON');
      await checkCurrentPassword(services, actor, body.password);
      return beginEnrolment(services, actor);
    },
    confirmSecondFactor: async ({ actor, origin, body, request }) => {
      checkSelfService(actor);
      const own = ownHash(request);
      const recoveryCodes = await confirmEnrolment(services, actor, origin, body.code, own);
      await confirmSession(db, own);
      live.publish({ user: actor.id }, { type: 'session' });
      return { recoveryCodes };
    },
    removeSecondFactor: async ({ actor, origin }) => {
      checkSelfService(actor);
      await removeSecondFactor(services, actor, origin);
      return undefined;
    },
    renewRecoveryCodes: async ({ actor, origin }) => ({
      recoveryCodes: await renewRecoveryCodes(services, actor, origin),
    }),
    stepUp: async ({ actor, body, request }) => {
      if (!actor.secondFactor) throw fail('NOT_FOUND');
      await checkSecondFactor(services, actor.id, body.code);
      await confirmSession(db, ownHash(request));
      return undefined;
    },
  });
}
