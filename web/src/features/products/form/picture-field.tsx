import { productForm } from '@almas/locale/screens/product-form';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { isUploadedPicture, pictureSources } from '../picture-sources.ts';
import styles from './picture-field.module.css';
import { usePictureUpload } from './use-picture-upload.ts';
import type { ProductForm } from './use-product-form.ts';

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
    <fieldset ref={group} className={styles.field} aria-labelledby={title}>
      <p id={title} className={styles.title}>
        {words.title}
      </p>
      <div className={styles.row}>
        {shown && <Preview key={url} url={url} />}
        <div className={styles.actions}>
          <FileDrop
            label={uploaded ? words.replace : words.choose}
            text={words.text}
            overText={words.over}
            accept={accepted}
            onFile={(file) => void send(file)}
          />
          {state.name === 'sending' && (
            <div className={styles.sending}>
              <Progress
                label={state.share < 1 ? words.sending : words.working}
                share={state.share < 1 ? state.share : null}
              />
              <Button
                look="quiet"
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
            <p role="alert" className={styles.error}>
              {error}
            </p>
          )}
          <p role="status" className={styles.note}>
            {state.name === 'ready' && uploaded && words.ready}
            {state.name === 'removed' && url === '' && words.removed}
          </p>
          {uploaded && (
            <div>
              <Button
                look="secondary"
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
      className={styles.preview}
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}
