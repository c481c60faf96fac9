import styles from '../receipt-printer/paper.module.css';
import { CodeGroups } from './code-groups.tsx';
import { serialLine, type TicketFacts } from './ticket-facts.ts';

interface TicketProps {
  readonly facts: TicketFacts;
  readonly width: '58' | '80';
}

/** The ticket of a purchase as printed: black on white, as wide as the paper. */
export function Ticket({ facts, width }: TicketProps) {
  return (
    <div className={`${styles.ticket} ${width === '58' ? styles.narrow : ''}`} data-testid="ticket">
      {facts.shop && (
        <p className={styles.shop} dir="auto">
          {facts.shop}
        </p>
      )}
      {facts.phone && <p>{facts.phone}</p>}
      <p className={styles.mark}>{facts.mark || ' '}</p>
      <p className={styles.product} dir="auto">
        {facts.product}
      </p>
      <p dir="auto">{facts.offer}</p>
      {facts.position && <p className={styles.product}>{facts.position}</p>}
      {facts.codes.map(({ id, code, value, serial }) => (
        <div key={id} className={styles.item}>
          {value && <p dir="auto">{value}</p>}
          <p className={styles.code}>
            <CodeGroups code={code} />
          </p>
          {serial !== undefined && <p>{serialLine(serial)}</p>}
        </div>
      ))}
      {facts.missing && <p>{facts.missing}</p>}
      {facts.price && <p className={styles.price}>{facts.price}</p>}
      <p className={styles.redeem} dir="auto">
        {facts.redeem}
      </p>
      <div className={styles.facts}>
        <p>{facts.date}</p>
        <p>{facts.number}</p>
      </div>
      {facts.footer && (
        <p className={styles.footer} dir="auto">
          {facts.footer}
        </p>
      )}
    </div>
  );
}
