import type { AlmasContract } from '@almas/contract';
import { playerLookupLimits } from '@almas/contract/limits';
import type { Output } from '@almas/contract/route';
import { freeFire } from '@almas/locale/screens/free-fire';
import { useState } from 'react';
import { api, useCall } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import styles from './player-name.module.css';

const words = freeFire.playerName;
type Lookup = Output<AlmasContract['freeFire']['player']>;
const unavailable: Lookup = { result: 'unavailable', name: '' };

/** The server has its own timeout; this one covers a network that delays the response. */
const slowTimer = () =>
  new Promise<Lookup>((resolve) =>
    setTimeout(() => resolve(unavailable), playerLookupLimits.milliseconds + 1_000),
  );

/** The player's name, looked up only on a tap. The request can be sent with or without it. */
export function PlayerName({ playerId }: { readonly playerId: string }) {
  const [result, setResult] = useState<Lookup | null>(null);
  const find = useCall(
    () => {
      setResult(null);
      return Promise.race<Lookup>([
        api.freeFire.player({ query: { freeFireId: playerId } }).catch(() => unavailable),
        slowTimer(),
      ]);
    },
    { onDone: setResult },
  );
  return (
    <div className={styles.name}>
      <Button variant="secondary" busy={find.busy} onClick={() => void find.run()}>
        {words.look}
      </Button>
      <p role="status" data-testid="player-name">
        {result && sentenceOf(result)}
      </p>
    </div>
  );
}

function sentenceOf({ result, name }: Lookup): string {
  if (result === 'found') return words.found(name);
  return result === 'not-found' ? words.notFound : words.unavailable;
}
