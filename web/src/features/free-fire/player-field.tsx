import type { FreeFireCustomer } from '@almas/contract/free-fire';
import { freeFire } from '@almas/locale/screens/free-fire';
import { Combobox } from '../../ui/combobox.tsx';
import { TextField } from '../../ui/field.tsx';
import styles from './player-field.module.css';
import { formatPlayerId, readPlayerId } from './player-groups.ts';

const words = freeFire.form;

interface PlayerFieldProps {
  /** As typed. */
  readonly value: string;
  readonly error: string | undefined;
  /** Those that match what is typed. */
  readonly customers: readonly FreeFireCustomer[];
  readonly onChange: (text: string) => void;
}

/** The player's ID, with the reseller's customers as suggestions. */
export const PlayerField = ({ value, error, customers, onChange }: PlayerFieldProps) => (
  <Combobox
    kind="suggest"
    label={freeFire.customers.suggestions}
    options={customers.filter(({ playerId }) => playerId !== readPlayerId(value))}
    onChoose={({ playerId }) => onChange(playerId)}
    status={(shown) => (shown > 0 ? freeFire.customers.suggested(shown) : '')}
    field={(combobox) => (
      <TextField
        label={words.playerId}
        name="playerId"
        hint={words.playerIdHint}
        error={error}
        value={value}
        inputMode="numeric"
        {...combobox}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )}
    option={({ playerId, label }) => (
      <>
        <span className={styles.digits}>{formatPlayerId(playerId)}</span>
        <span className={`dim ${styles.name}`}>{label}</span>
      </>
    )}
  />
);
