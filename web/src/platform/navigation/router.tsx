import { type LinkComponent, Link as RouterLink } from '@tanstack/react-router';

export {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type LinkProps,
  Outlet,
  RouterProvider,
  redirect,
  useBlocker,
  useCanGoBack,
  useLocation,
  useNavigate,
  useParams,
  useRouter,
  useRouterState,
  useSearch,
} from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page to return to after the sign-in (AMB-03). */
    from?: string;
    /** The session ended while the application was open: the sign-in says so. */
    ended?: true;
    /** The second step of the registration; absent on the first. */
    registrationStep?: 2;
    /** The entry was added when its dialog opened: closing the dialog goes back to the entry before. */
    dialog?: true;
  }
}

/** Marks a link as the current page on its very address only. */
const exactly = { exact: true, explicitUndefined: true } as const;

/** A link within the application. Hovering over it preloads its page. */
export const Link = ((props) => <RouterLink activeOptions={exactly} {...props} />) as LinkComponent<'a'>;
