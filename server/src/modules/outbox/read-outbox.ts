import type { Health } from '@almas/contract/health';
import { healthLimits } from '@almas/contract/limits';
import type { Queryable } from '../../database/pool.ts';
import { outboxStore } from './outbox.store.ts';

/** How many messages wait, since when the oldest one is due, and how many are dead letters. */
export const readOutboxFigures = (
  db: Queryable,
): Promise<{ waiting: number; oldestSeconds: number; dead: number }> => outboxStore.figures.one(db);

/** What waits to be sent, and what could not be, for the panel of administrators. */
export async function readOutbox(db: Queryable): Promise<Omit<Health['outbox'], 'state'>> {
  const [figures, letters] = await Promise.all([
    readOutboxFigures(db),
    outboxStore.deadLetters.all(db, healthLimits.deadLettersShown),
  ]);
  return {
    waiting: figures.waiting,
    oldestSeconds: Math.floor(figures.oldestSeconds),
    dead: figures.dead,
    letters: letters.map((letter) => ({ ...letter, id: String(letter.id) })),
  };
}
