import type { ReactNode } from 'react';

/** An icon before the words of a button; they stay on one line. */
export const IconText = ({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) => (
  <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center', whiteSpace: 'nowrap' }}>
    {icon}
    {children}
  </span>
);
