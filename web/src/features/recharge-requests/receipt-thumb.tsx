import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { FileIcon } from '../../ui/work-icons.tsx';
import styles from './receipt-thumb.module.css';

const words = adminRecharges.evidence;

interface ReceiptThumbProps {
  readonly request: RechargeRequest;
  readonly onOpen: () => void;
}

/** The receipt of a request as a small picture, which opens what the decision needs. */
export function ReceiptThumb({ request: { proof, paymentProof }, onOpen }: ReceiptThumbProps) {
  const [broken, setBroken] = useState(false);
  const photo = proof && !proof.removed && !broken ? paymentProof : null;
  return (
    <IconButton
      label={proof ? words.open : words.openWithout}
      className={styles.thumb ?? ''}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {photo ? (
        <img
          src={`${photo}${photo.includes('?') ? '&' : '?'}size=small`}
          alt=""
          width={44}
          height={44}
          loading="lazy"
          onError={() => setBroken(true)}
        />
      ) : (
        <FileIcon size={20} />
      )}
    </IconButton>
  );
}
