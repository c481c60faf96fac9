import { common } from '@almas/locale/screens/common';
import { useEffect } from 'react';

/** Sets the document title to that of the screen; false for a part of a screen. */
export function useDocumentTitle(title: string | false): void {
  useEffect(() => {
    if (title) document.title = `${title} · ${common.product}`;
  }, [title]);
}
