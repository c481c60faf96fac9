import { useEffect, useRef, useState } from 'react';
import type { UploadWatch } from '../platform/network/api-upload.ts';
import { messageOf } from '../platform/network/index.ts';

type UploadState = 'idle' | 'sending' | { readonly failed: string };

interface UploadOptions<Sent> {
  readonly send: (file: File, watch: UploadWatch) => Promise<Sent>;
  readonly onSent: (sent: Sent) => void;
  /** Said when the server says nothing. */
  readonly failure: string;
}

/** Sends one file at a time: another choice stops the one before, and so does leaving the form. */
export function useUpload<Sent>({ send, onSent, failure }: UploadOptions<Sent>) {
  const [state, setState] = useState<UploadState>('idle');
  const current = useRef<AbortController>(null);
  const stop = () => {
    current.current?.abort();
    setState('idle');
  };
  useEffect(() => () => current.current?.abort(), []);
  const start = async (file: File) => {
    stop();
    const controller = new AbortController();
    current.current = controller;
    setState('sending');
    try {
      const sent = await send(file, { onSent: () => undefined, signal: controller.signal });
      if (controller.signal.aborted) return;
      setState('idle');
      onSent(sent);
    } catch (error) {
      if (!controller.signal.aborted) setState({ failed: messageOf(error, failure) });
    }
  };
  return {
    start: (file: File) => void start(file),
    stop,
    busy: state === 'sending',
    failed: typeof state === 'object' ? state.failed : null,
  };
}
