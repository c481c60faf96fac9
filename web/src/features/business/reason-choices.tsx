import type { RefusalReasons } from '@almas/contract/forms';
import { business as words } from '@almas/locale/screens/business';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import styles from './business.module.css';

interface ReasonChoicesProps {
  readonly kind: keyof RefusalReasons;
  readonly chosen: string;
  readonly onChoose: (reason: string) => void;
}

/** The owner's reasons of a refusal: a press writes one into the field, where it can still be changed. */
export function ReasonChoices({ kind, chosen, onChoose }: ReasonChoicesProps) {
  // Without the list the reason is typed.
  const { data } = useQuery(apiQuery('business', 'refusalReasons'));
  const reasons = data?.[kind] ?? [];
  if (reasons.length === 0) return null;
  return (
    <fieldset className={`wrap ${styles.choices}`} aria-label={words.choices}>
      {reasons.map((reason) => (
        <button
          key={reason}
          type="button"
          className={styles.choice}
          aria-pressed={chosen.trim() === reason}
          onClick={() => onChoose(reason)}
        >
          {reason}
        </button>
      ))}
    </fieldset>
  );
}
