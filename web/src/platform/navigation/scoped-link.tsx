import type { LinkComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMayOpen } from './page-scopes.ts';
import { Link } from './router.tsx';

/** A link in a text to a page of administrators; for an employee who may not open the page, its words alone. */
export const ScopedLink = ((props) =>
  useMayOpen()(String(props.to)) ? <Link {...props} /> : (props.children as ReactNode)) as LinkComponent<'a'>;
