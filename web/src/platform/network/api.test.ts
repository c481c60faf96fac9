import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { api, readApiError } from './api.ts';
import { ApiError, OfflineError } from './api-errors.ts';
import { announceSessionEnd, announceSessionStart, onSessionChange } from './session-signal.ts';

afterEach(() => vi.unstubAllGlobals());

const response = (body: string, status = 409) => new Response(body, { status });

test('an unknown error code is still a refusal, with the sentence of the server', async () => {
  const error = await readApiError(
    response('{"code":"A_NEW_RULE","message":"Refusé par une règle","limit":3}'),
  );
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    code: 'A_NEW_RULE',
    status: 409,
    message: 'Refusé par une règle',
    figures: { limit: 3 },
  });
});

test('a response of a proxy, without a code and a message of the server, is no refusal', async () => {
  for (const body of ['<html>Bad Gateway</html>', '', 'null', '{"code":502}', '{"code":"bad-gateway"}', '{}'])
    expect(await readApiError(response(body, 502)), body).toBeInstanceOf(OfflineError);
});

test('an internal error of the server is shown with the id of its request', async () => {
  const body = '{"code":"INTERNAL","message":"Erreur du serveur.","requestId":"abcdefgh-1a"}';
  expect((await readApiError(response(body, 500))).message).toBe(
    'Erreur du serveur. (référence abcdefgh-1a)',
  );
});

// Turned red by: a 401 that ends whatever session there is when it arrives.
test('a 401 ends the session of its call, and not one that has been opened since', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
  const changed = vi.fn();
  onTestFinished(onSessionChange(changed));
  const unauthenticated = () => response('{"code":"UNAUTHENTICATED","message":"Connectez-vous"}', 401);
  let respond = (_: Response) => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (respond = resolve)));
  const late = api.notifications.readAll();
  announceSessionEnd();
  announceSessionStart('u1');
  changed.mockClear();
  respond(unauthenticated());
  await expect(late).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(changed).not.toHaveBeenCalled();
  const next = api.notifications.readAll();
  respond(unauthenticated());
  await expect(next).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(changed).toHaveBeenCalledExactlyOnceWith('');
});
