import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { upload } from '../../../platform/network/api-upload.ts';
import { Button } from '../../../ui/button.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { useUpload } from '../../../ui/use-upload.ts';
import { shrinkPhoto } from '../../photos/shrink-photo.ts';
import styles from './proof-field.module.css';

const words = adminFreeFire.validation;

interface ProofFieldProps {
  readonly requestId: string;
  /** What the validation would send: a link, or the address of the uploaded picture. */
  readonly address: string;
  readonly onAddress: (address: string) => void;
  /** While a picture is being sent, a validation would go without it. */
  readonly onSending: (isSending: boolean) => void;
  /** The field for a link, while there is no picture. */
  readonly children: ReactNode;
}

/** The proof of a top-up: a picture that is pasted, dropped, chosen or taken, or a link. */
export function ProofField({ requestId, address, onAddress, onSending, children }: ProofFieldProps) {
  const title = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const [unusable, setUnusable] = useState(false);
  const photo = useUpload({
    send: async (file, watch) => {
      const params = { id: requestId };
      const body = await shrinkPhoto(file);
      return (await upload('freeFire', 'sendProof', { params, body }, watch)) as { address: string };
    },
    onSent: (sent) => onAddress(sent.address),
    failure: words.photoFailed,
  });
  useEffect(() => onSending(photo.busy), [onSending, photo.busy]);
  const take = (file: File) => {
    const isPicture = file.type.startsWith('image/');
    setUnusable(!isPicture);
    if (isPicture) photo.start(file);
  };
  const taken = useRef(take);
  taken.current = take;
  useEffect(() => {
    // Wherever the focus is in the dialog: a picture in the clipboard is the proof, a text goes to its field.
    const paste = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      if (!file) return;
      event.preventDefault();
      taken.current(file);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
  const isUploaded = address.startsWith('/');
  const remove = () => {
    onAddress('');
    group.current?.querySelector('input')?.focus();
  };
  return (
    <fieldset ref={group} className={`column ${styles.field}`} aria-labelledby={title}>
      <p id={title} className="strong">
        {words.photo}
      </p>
      {isUploaded && <img className={`box ${styles.preview}`} src={address} alt={words.photoAlt} />}
      <FileDrop
        label={words.photoChoose}
        text={words.photoText}
        overText={words.photoOver}
        accept="image/*"
        disabled={photo.busy}
        onFile={take}
      />
      <p role="status" className={`dim ${styles.status}`}>
        {photo.busy && words.photoSending}
        {!photo.busy && isUploaded && words.photoReady}
      </p>
      {(photo.failed || unusable) && (
        <p role="alert" className={styles.error}>
          {unusable ? words.photoUnusable : photo.failed}
        </p>
      )}
      {isUploaded ? (
        <div>
          <Button variant="quiet" onClick={remove}>
            {words.photoRemove}
          </Button>
        </div>
      ) : (
        children
      )}
    </fieldset>
  );
}
