import { expect, test, vi } from 'vitest';
import { noteResponse, onServerBack } from './last-known.ts';
import { lastKnownHeader } from './last-known-names.ts';

const fresh = () => noteResponse(new Response());

test('the first fresh response after last known ones reports once that the server is back', async () => {
  const back = vi.fn();
  onServerBack(back);
  fresh();
  expect(back).not.toHaveBeenCalled();
  noteResponse(new Response('', { headers: { [lastKnownHeader]: new Date().toUTCString() } }));
  fresh();
  fresh();
  expect(back).toHaveBeenCalledTimes(1);
});
