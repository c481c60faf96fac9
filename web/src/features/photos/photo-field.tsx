import { rechargeRequests } from '@almas/locale/screens/recharge-requests';
import { useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import styles from './photo.module.css';
import { shrinkPhoto } from './shrink-photo.ts';

const words = rechargeRequests.photo;

/**
 * What the chooser offers. A PDF is offered to say what to do with it, and so is HEIC, except on Apple's devices: they hand a photo over
 * as JPEG where HEIC is not asked for.
 */
export const acceptedPhotos = (): string =>
  [
    'image/jpeg,image/png,image/webp,application/pdf',
    /iPhone|iPad|Macintosh/.test(navigator.userAgent) ? '' : ',image/heic,image/heif',
  ].join('');

/** Why a file cannot be used as the photo, and what to do. */
export function unusableText({ name, type }: File): string {
  if (type === 'application/pdf' || /\.pdf$/i.test(name)) return words.unusablePdf;
  return /hei[cf]/.test(type) || /\.hei[cf]$/i.test(name) ? words.unusableHeic : words.unusable;
}

export interface ChosenPhoto {
  readonly content: Blob;
  readonly address: string;
}

/** A data URL, for the preview and for sending; the content security policy allows no blob URLs. */
const asDataAddress = (photo: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(photo);
  });

/** The photo as it will be sent. @throws when the browser cannot read the file as a picture */
export async function preparePhoto(file: Blob): Promise<ChosenPhoto> {
  const content = await shrinkPhoto(file);
  return { content, address: await asDataAddress(content) };
}

interface PhotoFieldProps {
  /** What it shows; by default a receipt. */
  readonly title?: string;
  readonly preview?: string;
  readonly photo: ChosenPhoto | null;
  readonly disabled: boolean;
  readonly onChange: (photo: ChosenPhoto | null) => void;
  /** Shrinking a large photo takes seconds on a slow phone: sending waits, since the request would be sent without the photo. */
  readonly onWorking: (isWorking: boolean) => void;
}

/** The photo of the receipt: chosen or taken, shrunk here, shown before it is sent. */
export function PhotoField({
  title = words.title,
  preview = words.preview,
  photo,
  disabled,
  onChange,
  onWorking,
}: PhotoFieldProps) {
  const titleId = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const latest = useRef(0);
  const [state, setState] = useState<'idle' | 'working' | { readonly failed: string }>('idle');
  const show = (next: typeof state) => {
    setState(next);
    onWorking(next === 'working');
  };
  const choose = async (file: File) => {
    latest.current += 1;
    const mine = latest.current;
    show('working');
    const prepared = await preparePhoto(file).catch(() => null);
    if (mine !== latest.current) return;
    show(prepared ? 'idle' : { failed: unusableText(file) });
    if (prepared) onChange(prepared);
  };
  const remove = () => {
    latest.current += 1;
    show('idle');
    onChange(null);
    group.current?.querySelector('input')?.focus();
  };
  return (
    <fieldset ref={group} className={`column ${styles.field}`} aria-labelledby={titleId}>
      <p id={titleId} className={styles.title}>
        {title}
      </p>
      {photo && <img className={`box ${styles.preview}`} src={photo.address} alt={preview} />}
      <FileDrop
        label={photo ? words.change : words.choose}
        text={words.text}
        overText={words.over}
        accept={acceptedPhotos()}
        disabled={disabled}
        onFile={(file) => void choose(file)}
      />
      <p role="status" className={`dim ${styles.note}`}>
        {state === 'working' && words.working}
        {state === 'idle' && photo && words.ready(Math.ceil(photo.content.size / 1_000))}
      </p>
      {typeof state === 'object' && (
        <p role="alert" className={styles.error}>
          {state.failed}
        </p>
      )}
      {photo && (
        <div>
          <Button variant="quiet" onClick={remove} disabled={disabled}>
            {words.remove}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
