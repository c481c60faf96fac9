import { common } from '@almas/locale/screens/common';
import { useOperatorContact } from '../../lib/configuration.ts';
import styles from './operator-contact.module.css';

interface OperatorContactProps {
  readonly title: string;
  /** What to ask for; the operator's phone and address follow when they are configured. */
  readonly text: string;
}

/** Whom to ask for what a reseller cannot do alone. */
export function OperatorContact({ title, text }: OperatorContactProps) {
  const { phone, email } = useOperatorContact();
  return (
    <div className={styles.contact}>
      <p>
        <strong>{title}</strong> {text}
      </p>
      {(phone || email) && (
        <p className={styles.ways}>
          {phone && (
            <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} aria-label={`${common.contact.phone} : ${phone}`}>
              {phone}
            </a>
          )}
          {email && (
            <a href={`mailto:${email}`} aria-label={`${common.contact.email} : ${email}`}>
              {email}
            </a>
          )}
        </p>
      )}
    </div>
  );
}
