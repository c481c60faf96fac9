import { ApiError } from '../../../lib/api-errors.ts';

/** A request that somebody else settled meanwhile leaves nothing to decide: its dialog closes, the refusal is said. */
export const settle = <Answer>(decision: Promise<Answer>, close: () => void): Promise<Answer> =>
  decision.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'REQUEST_PROCESSED') close();
    throw error;
  });
