import type { Health } from '@almas/contract/health';
import { healthLimits } from '@almas/contract/limits';
import type { Queryable } from '../../database/pool.ts';
import { outboxStore } from './outbox.store.ts';

/** What waits to be sent, and what could not be, for the panel of administrators. */
export async function readOutbox(db: Queryable): Promise<Omit<Health['outbox'], 'state'>> {
  const [figures, letters] = await Promise.all([
    outboxStore.figures.one(db),
    outboxStore.deadLetters.all(db, healthLimits.deadLettersShown),
  ]);
  return {
    waiting: figures.waiting,
    oldestSeconds: Math.floor(figures.oldestSeconds),
    dead: figures.dead,
    letters: letters.map((letter) => ({ ...letter, id: String(letter.id) })),
  };
}
