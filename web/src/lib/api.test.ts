import { expect, test } from 'vitest';
import { readApiError } from './api.ts';
import { ApiError, OfflineError } from './api-errors.ts';

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
