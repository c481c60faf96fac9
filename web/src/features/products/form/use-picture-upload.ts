import { bodySizes } from '@almas/contract/limits';
import { productForm } from '@almas/locale/screens/product-form';
import { useEffect, useRef, useState } from 'react';
import { upload } from '../../../platform/network/api-upload.ts';
import { messageOf } from '../../../platform/network/index.ts';
import type { ProductForm } from './use-product-form.ts';

const words = productForm.picture;

export type PictureState =
  | { readonly name: 'idle' | 'ready' | 'removed' }
  | { readonly name: 'sending'; readonly share: number }
  | { readonly name: 'failed'; readonly message: string };

/** Uploads a picture and puts its URL into the form; the other fields stay as they are. */
export function usePictureUpload(form: ProductForm) {
  const [state, setState] = useState<PictureState>({ name: 'idle' });
  const current = useRef<AbortController>(null);
  const { change, setSending } = form;
  const leave = () => {
    current.current?.abort();
    current.current = null;
    setSending(false);
  };
  useEffect(() => () => current.current?.abort(), []);
  const send = async (file: File) => {
    leave();
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
    leave();
    setState({ name: 'idle' });
  };
  const remove = () => {
    leave();
    change('info.imageUrl', '');
    setState({ name: 'removed' });
  };
  return { state, send, stop, remove };
}
