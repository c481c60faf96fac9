import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import styles from './picture.module.css';

interface PictureProps {
  readonly title: string;
  /** The text alternative of the chart. */
  readonly text: string;
  /** Opens the table. */
  readonly tableLabel: string;
  readonly heads: readonly string[];
  /** The first cell of each row names it. */
  readonly rows: readonly (readonly string[])[];
  readonly children: ReactNode;
}

/** A chart, and a table with the same figures that can be opened. */
export const Picture = ({ title, text, tableLabel, heads, rows, children }: PictureProps) => (
  <Card>
    <figure className={`column gap-16 ${styles.picture}`}>
      <figcaption>
        <h3>{title}</h3>
        <p>{text}</p>
      </figcaption>
      {children}
      {rows.length > 0 && (
        <details>
          <summary>{tableLabel}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable part must be reachable by the keyboard */}
          <section className={styles.scroll} tabIndex={0} aria-label={title}>
            <table>
              <thead>
                <tr>
                  {heads.map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(([name, ...cells]) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    {cells.map((cell, index) => (
                      <td key={heads[index + 1]}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      )}
    </figure>
  </Card>
);
