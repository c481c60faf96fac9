import { describe, expect, test } from 'vitest';
import { withoutContacts } from '../../web/build/pwa.ts';

const kept = async (body: unknown, status = 200) =>
  await (await withoutContacts.cacheWillUpdate({ response: Response.json(body, { status }) }))?.json();

describe('what the worker keeps of an answer', () => {
  test('an account without what reaches its owner', async () => {
    const user = {
      id: 'u1',
      firstName: 'Amine',
      company: 'Oran Jeux',
      balance: 1_500,
      email: 'a@exemple.dz',
      phone: '0555',
    };
    expect(await kept({ user })).toEqual({ user: { ...user, email: '', phone: '' } });
  });

  // Turned red by: an answer kept because its status is 200. It came after the screens had emptied the cache.
  test('nothing of a session that is over, and of a refusal', async () => {
    expect(await kept({ user: null })).toBeUndefined();
    expect(await kept({ error: { code: 'UNAUTHENTICATED' } }, 401)).toBeUndefined();
  });
});
