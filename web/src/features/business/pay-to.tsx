import type { PaymentAccount } from '@almas/contract/forms';
import { business } from '@almas/locale/screens/business';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { apiQuery } from '../../platform/network/index.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import styles from './business.module.css';

const words = business.payTo;

/** The account to which a reseller pays by one method, with its number to copy. */
export function PayTo({ method }: { readonly method: PaymentAccount['method'] }) {
  const title = useId();
  const { data } = useQuery({ ...apiQuery('business', 'paymentAccounts'), staleTime: 0 });
  // Until the owner has set an account, nothing is said.
  if (!data || data.items.length === 0) return null;
  const accounts = data.items.filter((account) => account.method === method);
  return (
    <section className={`column ${styles.payTo}`} aria-labelledby={title}>
      <h4 id={title}>{words.title}</h4>
      {accounts.length === 0 && <p className="dim">{words.none}</p>}
      {accounts.map((account) => (
        <div key={account.number} className="column gap-12">
          <dl className="column">
            <Fact
              name={words.number}
              value={account.number}
              shown={<Ltr>{account.number}</Ltr>}
              copy={words.copyNumber}
            />
            <Fact name={words.holder} value={account.holder} copy={words.copyHolder} />
            {account.bank && <Fact name={words.bank} value={account.bank} />}
          </dl>
          {account.qrCode && <img className={styles.qr} src={account.qrCode} alt={business.accounts.qrAlt} />}
        </div>
      ))}
    </section>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: string;
  /** Instead of the value. */
  readonly shown?: ReactNode;
  /** The label of its copy button. */
  readonly copy?: string;
}

const Fact = ({ name, value, shown = <bdi>{value}</bdi>, copy }: FactProps) => (
  <div>
    <dt className="note">{name}</dt>
    <dd className="wrap">
      {shown}
      {copy && <CopyButton text={value} label={copy} done={words.copied} failed={words.notCopied} />}
    </dd>
  </div>
);
