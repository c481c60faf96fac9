import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { common } from '@almas/locale/screens/common';
import { rechargeRequests } from '@almas/locale/screens/recharge-requests';
import { useId, useState } from 'react';
import { messageOf } from '../../platform/network/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import styles from '../photos/photo.module.css';
import { acceptedPhotos, preparePhoto, unusableText } from '../photos/photo-field.tsx';
import { sendPhoto, useUnsentPhoto } from './send-photo.ts';

const words = rechargeRequests.photo;

/** The state of the photo of an own request, and a button to add it while the request is pending. */
export function OwnPhoto({ request }: { readonly request: RechargeRequest }) {
  const { proof, paymentProof, status, photoMissing } = request;
  if (proof?.removed) return <p className={`dim ${styles.note}`}>{words.removed}</p>;
  const isPending = status === 'pending';
  if (proof && paymentProof)
    return (
      <>
        <a className={styles.link} href={paymentProof} target="_blank" rel="noopener" title={common.newTab}>
          {words.see}
        </a>
        {isPending && <AddPhoto requestId={request.id} label={words.replace} />}
      </>
    );
  if (!isPending) return null;
  if (photoMissing) return <AddPhoto requestId={request.id} label={words.again} problem={words.missing} />;
  return <AddPhoto requestId={request.id} label={words.add} />;
}

interface AddPhotoProps {
  readonly requestId: string;
  readonly label: string;
  readonly problem?: string;
}

function AddPhoto({ requestId, label, problem }: AddPhotoProps) {
  const id = useId();
  const unsent = useUnsentPhoto(requestId);
  const [state, setState] = useState<'idle' | 'sending' | { readonly failed: string }>('idle');
  const send = async (content: () => Promise<Blob>, file?: File) => {
    setState('sending');
    let photo: Blob;
    try {
      photo = await content();
    } catch {
      setState({ failed: file ? unusableText(file) : words.unusable });
      return;
    }
    try {
      await sendPhoto(requestId, photo);
      setState('idle');
    } catch (error) {
      setState({ failed: messageOf(error, words.failed) });
    }
  };
  if (state === 'sending' || unsent === 'sending')
    return (
      <p role="status" className={`dim ${styles.note}`}>
        {words.sending}
      </p>
    );
  const failed = typeof state === 'object' ? state.failed : unsent ? words.failed : problem;
  return (
    <div className={`row wrap ${styles.add}`}>
      {failed && (
        <p role="alert" className={styles.error}>
          {failed}
        </p>
      )}
      {unsent && (
        <Button variant="secondary" onClick={() => void send(async () => unsent)}>
          {words.again}
        </Button>
      )}
      <label htmlFor={id} className={`${buttonClass('quiet')} ${styles.file}`}>
        {unsent && label === words.again ? words.add : label}
        <input
          id={id}
          type="file"
          className="visually-hidden"
          accept={acceptedPhotos()}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file) void send(async () => (await preparePhoto(file)).content, file);
          }}
        />
      </label>
    </div>
  );
}
