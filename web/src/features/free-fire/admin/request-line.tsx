import type { FreeFireRequest } from '@almas/contract/free-fire';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import type { ReactNode } from 'react';
import { Dotted } from '../../../ui/dotted.tsx';
import { Money, When } from '../../../ui/figures.tsx';
import { RequestBadge } from '../request-badge.tsx';
import { amountOf, offerNameOf, playerIdOf } from '../request-fields.ts';
import styles from './request-line.module.css';

/** The time of the decision; of the creation, while pending. */
const decidedAt = ({ validatedAt, refusedAt, createdAt }: FreeFireRequest): string =>
  validatedAt ?? refusedAt ?? createdAt;

/** One request in a short list: the whole line opens its details. */
export const FreeFireRequestLine = ({
  request,
  onOpen,
}: {
  readonly request: FreeFireRequest;
  readonly onOpen: () => void;
}) => (
  <li>
    <button
      type="button"
      className={`row wrap spread row-button ${styles.line}`}
      aria-haspopup="dialog"
      aria-describedby={`line-${request.id}`}
      aria-label={adminFreeFire.history.open(playerIdOf(request))}
      onClick={onOpen}
    >
      <span className={styles.words} id={`line-${request.id}`}>
        <span className="strong">{offerNameOf(request)}</span>
        <span className="dim anywhere">
          <Dotted parts={[playerIdOf(request), request.resellerName || request.userEmail]} />
        </span>
        <span className="dim anywhere">
          <When at={decidedAt(request)} form="relative" />
        </span>
      </span>
      <span className={styles.end}>
        <Money amount={amountOf(request)} />
        <RequestBadge status={request.status} />
      </span>
    </button>
  </li>
);

export const RequestLines = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) => (
  <ul className="lines" aria-label={label}>
    {children}
  </ul>
);
