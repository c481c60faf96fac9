import styles from '../receipt-printer/paper.module.css';
import { CodeGroups } from './code-groups.tsx';
import { SerialLine } from './serial-line.tsx';
import type { TicketContent } from './ticket-content.ts';

interface TicketProps {
  readonly content: TicketContent;
  readonly width: '58' | '80';
}

/** The ticket of a purchase as printed: black on white, as wide as the paper. */
export function Ticket({ content, width }: TicketProps) {
  return (
    <div className={`${styles.ticket} ${width === '58' ? styles.narrow : ''}`} data-testid="ticket">
      {content.shop && (
        <p className={styles.shop} dir="auto">
          {content.shop}
        </p>
      )}
      {content.phone && <p dir="ltr">{content.phone}</p>}
      <p className={styles.mark}>{content.mark || ' '}</p>
      <p className={styles.product} dir="auto">
        {content.product}
      </p>
      <p dir="auto">{content.offer}</p>
      {content.position && <p className={styles.product}>{content.position}</p>}
      {content.codes.map(({ id, code, value, serial }) => (
        <div key={id} className={styles.item}>
          {value && <p dir="auto">{value}</p>}
          <p className={styles.code} dir="ltr">
            <CodeGroups code={code} />
          </p>
          {serial !== undefined && (
            <p>
              <SerialLine serial={serial} />
            </p>
          )}
        </div>
      ))}
      {content.missing && <p>{content.missing}</p>}
      {content.price && <p className={styles.price}>{content.price}</p>}
      <p className={styles.redeem} dir="auto">
        {content.redeem}
      </p>
      <div className={styles.content}>
        <p>{content.date}</p>
        <p>{content.number}</p>
      </div>
      {content.footer && (
        <p className={styles.footer} dir="auto">
          {content.footer}
        </p>
      )}
    </div>
  );
}
