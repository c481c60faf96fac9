import type { ReactNode } from 'react';
import styles from './description-list.module.css';

/** Names and values of one thing, for detail dialogs. A null value is left out. */
export const DescriptionList = ({
  items,
}: {
  readonly items: readonly (readonly [name: string, value: ReactNode] | null)[];
}) => (
  <dl className={styles.facts}>
    {items.map(
      (item) =>
        item && (
          <div key={item[0]}>
            <dt>{item[0]}</dt>
            <dd>
              <bdi>{item[1]}</bdi>
            </dd>
          </div>
        ),
    )}
  </dl>
);
