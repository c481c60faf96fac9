import type { RechargeRequest, RechargeWarning } from '@almas/contract/recharge-requests';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { rechargeRequests } from '@almas/locale/screens/recharge-requests';
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link, linkTo } from '../../platform/navigation/index.ts';
import { WarningList } from '../../ui/warning-list.tsx';
import styles from './request-evidence.module.css';

const words = adminRecharges.evidence;

const Warning = ({ warning }: { readonly warning: RechargeWarning }) => (
  <>
    {words.warnings[warning.kind]}{' '}
    <Link {...linkTo('rechargeRequest', warning.requestId)}>{words.earlier(warning.requestId)}</Link>{' '}
    {words.ofWhom(warning.userName, rechargeRequests.status[warning.status])}
  </>
);

/** Earlier requests that this one resembles. */
export const RequestWarnings = ({ warnings }: { readonly warnings: readonly RechargeWarning[] }) => (
  <WarningList
    label={words.warningsTitle}
    warnings={warnings.map((warning) => ({
      key: warning.kind + warning.requestId,
      text: <Warning warning={warning} />,
    }))}
  />
);

interface ReceiptPhotoProps {
  readonly request: RechargeRequest;
  /** The photo is on screen. */
  readonly onLoad?: (() => void) | undefined;
}

/** The photo in the available width; a tap enlarges the tapped point. One that replaces it begins anew. */
export const ReceiptPhoto = (props: ReceiptPhotoProps) => (
  <Photo key={props.request.paymentProof} {...props} />
);

function Photo({ request, onLoad }: ReceiptPhotoProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [point, setPoint] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const [broken, setBroken] = useState(false);
  useLayoutEffect(() => {
    const box = frame.current;
    if (!box || !point) return;
    box.scrollLeft = point.x * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = point.y * box.scrollHeight - box.clientHeight / 2;
  }, [point]);
  const { proof, paymentProof, photoMissing } = request;
  if (photoMissing) return <p className="dim">{words.announced}</p>;
  if (proof?.removed) return <p className="dim">{words.removed}</p>;
  if (!proof || !paymentProof) return null;
  if (broken) return <p className="dim">{words.photoFailed}</p>;
  const zoom = (event: MouseEvent<HTMLButtonElement>) => {
    if (point) return setPoint(null);
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const isPress = event.detail > 0;
    setPoint({
      x: isPress ? (event.clientX - left) / width : 0.5,
      y: isPress ? (event.clientY - top) / height : 0.5,
    });
  };
  return (
    <div ref={frame} className={`box ${styles.frame}`} data-zoomed={point ? '' : undefined}>
      <button type="button" className={styles.photo} aria-pressed={point !== null} onClick={zoom}>
        <img
          src={paymentProof}
          width={proof.width}
          height={proof.height}
          alt={point ? words.photoZoomed : words.photo}
          onLoad={onLoad}
          onError={() => setBroken(true)}
        />
      </button>
    </div>
  );
}
