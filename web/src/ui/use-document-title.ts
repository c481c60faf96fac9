import { common } from '@almas/locale/screens/common';
import { useEffect } from 'react';

/** Names the tab of the browser after the screen; false: what is shown is a part of one. */
export function useDocumentTitle(title: string | false): void {
  useEffect(() => {
    if (title) document.title = `${title} · ${common.product}`;
  }, [title]);
}
