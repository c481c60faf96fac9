import { describe, expect, test } from 'vitest';
import { withoutContacts } from '../../web/build/pwa.ts';

const kept = async (body: unknown, status = 200) =>
  await (await withoutContacts.cacheWillUpdate({ response: Response.json(body, { status }) }))?.json();

describe('what the worker keeps of an answer', () => {
  test('the service worker stores an account’s answer without its email address and its phone number', async () => {
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
  test('the service worker stores neither the answer of an ended session nor a refused answer', async () => {
    expect(await kept({ user: null })).toBeUndefined();
    expect(await kept({ error: { code: 'UNAUTHENTICATED' } }, 401)).toBeUndefined();
  });
});
