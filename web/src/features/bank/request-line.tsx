import type { PaidRequest } from '@almas/contract/bank';
import { bank } from '@almas/locale/screens/bank';
import { Dotted } from '../../ui/dotted.tsx';
import { Money, When } from '../../ui/figures.tsx';
import styles from './bank.module.css';

const words = bank.lines;

interface RequestLineProps {
  readonly request: PaidRequest;
  readonly onRequest: (id: string) => void;
}

/** A request beside the money: its name opens it. */
export const RequestLine = ({ request, onRequest }: RequestLineProps) => (
  <div className={styles.words}>
    <button
      type="button"
      className={styles.link}
      aria-label={words.openRequest(request.id)}
      onClick={() => onRequest(request.id)}
    >
      {words.request(request.id, request.userName)}
    </button>
    <p className="dim anywhere">
      <Dotted
        parts={[
          <Money key="amount" amount={request.amount} />,
          <When key="at" at={request.createdAt} form="absolute" />,
          request.reference,
        ]}
      />
    </p>
  </div>
);
