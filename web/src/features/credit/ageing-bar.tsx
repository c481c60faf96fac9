import type { Ageing } from '@almas/contract/credit';
import { credit as words } from '@almas/locale/screens/credit';
import { Money } from '../../ui/figures.tsx';
import styles from './credit.module.css';

const ages = ['days7', 'days15', 'days30', 'older'] as const;

/** What is owed by age: one bar, and the same in figures below it. */
export function AgeingBar({ ageing }: { readonly ageing: Ageing }) {
  const total = ages.reduce((sum, age) => sum + ageing[age], 0);
  if (total === 0) return null;
  return (
    <>
      <div className={styles.bar} aria-hidden="true" data-testid="ageing">
        {ages.map((age) => (
          <span key={age} className={styles[age]} style={{ inlineSize: `${(100 * ageing[age]) / total}%` }} />
        ))}
      </div>
      <dl className={styles.ages} aria-label={words.ageing}>
        {ages.map((age) => (
          <div key={age} className={styles.age}>
            <span className={`${styles.dot} ${styles[age]}`} aria-hidden="true" />
            <dt>{words.ages[age]}</dt>
            <dd>
              <Money amount={ageing[age]} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
