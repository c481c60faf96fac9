import { colon } from '@almas/locale/formats';
import { common } from '@almas/locale/screens/common';
import { useOperatorContact } from '../../platform/network/index.ts';
import { Ltr } from '../../ui/ltr.tsx';
import styles from './operator-contact.module.css';

interface OperatorContactProps {
  readonly title: string;
  /** The text; the operator's phone and email follow when they are configured. */
  readonly text: string;
}

/** The contact for what resellers cannot do themselves. */
export function OperatorContact({ title, text }: OperatorContactProps) {
  const { phone, email, hours } = useOperatorContact();
  return (
    <div className={`dim ${styles.contact}`}>
      <p>
        <strong>{title}</strong> {text}
      </p>
      {hours && <p>{hours}</p>}
      {(phone || email) && (
        <p className={`wrap ${styles.ways}`}>
          {phone && (
            <a
              href={`tel:${phone.replace(/[^\d+]/g, '')}`}
              aria-label={`${common.contact.phone}${colon}${phone}`}
            >
              <Ltr>{phone}</Ltr>
            </a>
          )}
          {email && (
            <a href={`mailto:${email}`} aria-label={`${common.contact.email}${colon}${email}`}>
              {email}
            </a>
          )}
        </p>
      )}
    </div>
  );
}
