import type { ReactNode } from 'react';

/** A code, a phone number or a reference: it reads from left to right on every screen. */
export const Ltr = ({ children }: { readonly children: ReactNode }) => <bdi dir="ltr">{children}</bdi>;
