import { colon, formatAmount, formatDateTime } from '@almas/locale/formats';
import { statements as words } from '@almas/locale/screens/statements';
import styles from './statement.module.css';
import type { StatementProps } from './statement-view.tsx';

/** A statement as a page of A4: black on white, the head of the table on each page, no row cut in two. */
export function StatementSheet({ statement, items }: StatementProps) {
  const { account, month, mark, chain, totals } = statement;
  return (
    <article className={styles.sheet}>
      <header className={styles.head}>
        <div>
          <p className={styles.brand}>{words.brand}</p>
          <h2>{words.ofMonth(month)}</h2>
          <p>{words.period(statement.firstDay, statement.lastDay)}</p>
        </div>
        <div>
          <p className={styles.name} dir="auto">
            {account.name}
          </p>
          {account.company && <p dir="auto">{account.company}</p>}
          <p>{account.email}</p>
        </div>
      </header>
      {mark && <p className={styles.open}>{words.monthOpenText(statement.readAt)}</p>}
      <table className={styles.table}>
        <caption className="visually-hidden">{words.caption(month)}</caption>
        <thead>
          <tr>
            <th scope="col">{words.heads.date}</th>
            <th scope="col">{words.heads.kind}</th>
            <th scope="col">{words.heads.description}</th>
            <th scope="col">{words.heads.debit}</th>
            <th scope="col">{words.heads.credit}</th>
            <th scope="col">{words.heads.balance}</th>
          </tr>
        </thead>
        <tbody>
          <tr className={styles.edge}>
            <td colSpan={5}>{words.opening}</td>
            <td>{formatAmount(statement.opening)}</td>
          </tr>
          {items.map(({ id, createdAt, kind, description, type, amount, balanceAfter }) => (
            <tr key={id}>
              <td>{formatDateTime(createdAt)}</td>
              <td>{words.kind(kind)}</td>
              <td dir="auto">{description}</td>
              <td>{type === 'debit' ? formatAmount(amount) : ''}</td>
              <td>{type === 'credit' ? formatAmount(amount) : ''}</td>
              <td>{formatAmount(balanceAfter)}</td>
            </tr>
          ))}
          <tr className={styles.edge}>
            <td colSpan={3}>{words.closing}</td>
            <td>{formatAmount(statement.debits)}</td>
            <td>{formatAmount(statement.credits)}</td>
            <td>{formatAmount(statement.closing)}</td>
          </tr>
        </tbody>
      </table>
      {totals.length > 0 && (
        <table className={`${styles.table} ${styles.totals}`}>
          <caption>{words.totalsCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{words.heads.kind}</th>
              <th scope="col">{words.heads.entries}</th>
              <th scope="col">{words.heads.debit}</th>
              <th scope="col">{words.heads.credit}</th>
            </tr>
          </thead>
          <tbody>
            {totals.map((total) => (
              <tr key={total.kind}>
                <td>{words.kind(total.kind)}</td>
                <td>{total.entries}</td>
                <td>{formatAmount(total.debits)}</td>
                <td>{formatAmount(total.credits)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <footer className={styles.foot}>
        <p>
          {words.chainTitle}
          {colon}
          {chain.isWhole
            ? words.chainWhole(statement.entries, statement.closing)
            : words.chainBroken(chain.firstBreak)}
        </p>
        <p>{words.readAt(statement.readAt)}</p>
      </footer>
    </article>
  );
}
