import { featureNames } from '@almas/contract/features';
import type { Access, Route } from '@almas/contract/route';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { bodies, routes, unknownId } from '../support/contract-samples.ts';
import { type ApiResponse, call, createUser, type TestUser } from '../support/users.ts';
import { watchWrites } from '../support/watched-writes.ts';

/*
 * Every route of the contract as every kind of caller (P12). What is expected follows from the declared access
 * alone; a route without a sample of valid input fails, so that a new route cannot stay out of the matrix.
 */
const { server, services, query } = await testApp({ config: { extensions: new Set(featureNames) } });
const writtenTables = await watchWrites(services.db);

const actors = [
  'anonymous',
  'expired',
  'pending',
  'inactive',
  'reseller',
  'admin',
  'inactive admin',
] as const;
type ActorName = (typeof actors)[number];

const mayPass: Record<Access, readonly ActorName[]> = {
  public: actors,
  'signed-in': ['pending', 'inactive', 'reseller', 'admin', 'inactive admin'],
  active: ['reseller', 'admin'],
  reseller: ['reseller'],
  admin: ['admin'],
  // By no session: tests/server/reseller-api.test.ts.
  key: [],
};

/** Why a signed-in caller is refused: the role before the status, each with the route's own sentence if it has one. */
function refusalOf({ access, refusals }: Route, actor: ActorName): string {
  const isAdmin = actor.endsWith('admin');
  if (access === 'admin' ? !isAdmin : access === 'reseller' && isAdmin) return refusals?.role ?? 'FORBIDDEN';
  return refusals?.status ?? 'ACCOUNT_NOT_ACTIVE';
}

const users = new Map<ActorName, TestUser>();
beforeAll(async () => {
  users.set('pending', await createUser(server, services, { status: 'pending' }));
  users.set('inactive', await createUser(server, services, { status: 'inactive' }));
  users.set('reseller', await createUser(server, services));
  users.set('admin', await createUser(server, services, { role: 'admin' }));
  users.set('inactive admin', await createUser(server, services, { role: 'admin', status: 'inactive' }));
  const expired = await createUser(server, services);
  await query(`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1`, expired.id);
  users.set('expired', expired);
});

const callAs = (name: string, route: Route, actor: ActorName): Promise<ApiResponse> => {
  const payload = bodies[name];
  return call(
    server,
    {
      method: route.method,
      url: route.path.replace(/:\w+/g, unknownId),
      ...(payload !== undefined && { payload }),
    },
    users.get(actor)?.cookie,
  );
};

describe.each(routes)('%s', (name, route) => {
  test('a route that takes a body has a sample of valid input in the contract samples', () => {
    if (route.body) expect(bodies[name], `add a body for ${name}`).toBeDefined();
  });

  // Signing out would end the sessions of the table above; accounts.test.ts tests it.
  const skipsSession = name === 'accounts.logout';
  const isStream = route.produces === 'text/event-stream';

  test.each(actors)(
    'a route lets a caller of the kind "%s" pass only when its declared access allows it, and otherwise responds with 401 or 403 [PRM-23][PRM-24][PRM-26][PRM-27][SUP-14]',
    async (actor) => {
      const allowed = mayPass[route.access].includes(actor);
      if (allowed && (skipsSession || isStream)) return;
      if (!allowed) await writtenTables();
      const response = await callAs(name, route, actor);
      expect(response.status, response.text.slice(0, 300)).toBeLessThan(500);
      if (allowed) {
        expect(response.body?.code).not.toBe('UNAUTHENTICATED');
        expect(['ACCOUNT_NOT_ACTIVE', route.refusals?.role, route.refusals?.status]).not.toContain(
          response.body?.code ?? 'none',
        );
      } else if (actor === 'anonymous' || actor === 'expired' || route.access === 'key') {
        expect(response.status).toBe(401);
        expect(response.body).toEqual({
          code: 'UNAUTHENTICATED',
          message: 'Utilisateur non authentifié',
          ...(route.access === 'key' && { retryable: false, next: expect.any(String) }),
        });
      } else {
        const code = refusalOf(route, actor);
        expect(response.status).toBe(403);
        expect(response.body).toMatchObject({
          code,
          message: code === 'FORBIDDEN' ? 'Accès non autorisé' : expect.any(String),
        });
      }
      if (!allowed) expect(await writtenTables()).toEqual([]);
    },
  );
});
