import { bodySizes } from '@almas/contract/limits';
import { productForm } from '@almas/locale/screens/product-form';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { upload } from '../../../platform/network/api-upload.ts';
import { messageOf } from '../../../platform/network/index.ts';
import { Button } from '../../../ui/button.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { isUploadedPicture, pictureSources } from '../picture-sources.ts';
import styles from './form.module.css';
import type { ProductForm } from './use-product-form.tsx';

const words = productForm.picture;
const accepted = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

interface PictureFieldProps {
  readonly form: ProductForm;
  /** The field for a URL; absent while there is an uploaded picture. */
  readonly children: ReactNode;
}

/** A picture is uploaded, or given by its URL on another site. */
export function PictureField({ form, children }: PictureFieldProps) {
  const title = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const { state, send, stop, remove } = usePictureUpload(form);
  const url = form.draft.info.imageUrl.trim();
  const uploaded = isUploadedPicture(url);
  const shown = uploaded || /^https?:\/\/[^\s/]+/i.test(url);
  const error = state.name === 'failed' ? state.message : uploaded && form.mistake('info.imageUrl');
  const focusInput = () => group.current?.querySelector('input')?.focus();
  return (
    <fieldset ref={group} className={`column ${styles.picture}`} aria-labelledby={title}>
      <p id={title} className={styles.pictureTitle}>
        {words.title}
      </p>
      <div className={`wrap ${styles.pictureRow}`}>
        {shown && <Preview key={url} url={url} />}
        <div className={`column ${styles.pictureActions}`}>
          <FileDrop
            label={uploaded ? words.replace : words.choose}
            text={words.text}
            overText={words.over}
            accept={accepted}
            onFile={(file) => void send(file)}
          />
          {state.name === 'sending' && (
            <div className={`column ${styles.sending}`}>
              <Progress
                label={state.share < 1 ? words.sending : words.working}
                share={state.share < 1 ? state.share : null}
              />
              <Button
                variant="quiet"
                onClick={() => {
                  stop();
                  focusInput();
                }}
              >
                {words.stop}
              </Button>
            </div>
          )}
          {error && (
            <p role="alert" className={styles.pictureError}>
              {error}
            </p>
          )}
          <p role="status" className={`dim ${styles.pictureNote}`}>
            {state.name === 'ready' && uploaded && words.ready}
            {state.name === 'removed' && url === '' && words.removed}
          </p>
          {uploaded && (
            <div>
              <Button
                variant="secondary"
                onClick={() => {
                  remove();
                  focusInput();
                }}
              >
                {words.remove}
              </Button>
            </div>
          )}
        </div>
      </div>
      {!uploaded && children}
    </fieldset>
  );
}

/** Absent while it cannot be loaded: the URL may still be being typed. */
function Preview({ url }: { readonly url: string }) {
  const [broken, setBroken] = useState(false);
  if (broken) return null;
  return (
    <img
      {...pictureSources(url)}
      sizes="240px"
      alt={words.preview}
      className={`box ${styles.preview}`}
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}

type PictureState =
  | { readonly name: 'idle' | 'ready' | 'removed' }
  | { readonly name: 'sending'; readonly share: number }
  | { readonly name: 'failed'; readonly message: string };

/** Uploads a picture and puts its URL into the form; the other fields stay as they are. */
function usePictureUpload(form: ProductForm) {
  const [state, setState] = useState<PictureState>({ name: 'idle' });
  const current = useRef<AbortController>(null);
  const { change, setSending } = form;
  const abort = () => {
    current.current?.abort();
    current.current = null;
    setSending(false);
  };
  useEffect(() => () => current.current?.abort(), []);
  const send = async (file: File) => {
    abort();
    if (file.size > bodySizes.picture) {
      setState({ name: 'failed', message: words.tooHeavy(bodySizes.picture / 1_048_576) });
      return;
    }
    const controller = new AbortController();
    current.current = controller;
    setSending(true);
    setState({ name: 'sending', share: 0 });
    const { signal } = controller;
    try {
      const onSent = (share: number) => !signal.aborted && setState({ name: 'sending', share });
      const { address } = (await upload('pictures', 'upload', { body: file }, { onSent, signal })) as {
        address: string;
      };
      if (signal.aborted) return;
      change('info.imageUrl', address);
      setState({ name: 'ready' });
    } catch (error) {
      if (signal.aborted) return;
      setState({ name: 'failed', message: messageOf(error, words.failed) });
    }
    setSending(false);
  };
  const stop = () => {
    abort();
    setState({ name: 'idle' });
  };
  const remove = () => {
    abort();
    change('info.imageUrl', '');
    setState({ name: 'removed' });
  };
  return { state, send, stop, remove };
}
