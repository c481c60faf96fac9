import type { HistoryLocation } from '@tanstack/history';
import {
  Component,
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useSyncExternalStore,
} from 'react';
import { hrefOf, type NavigateOptions, type Navigation, type Screen, type Target } from './navigation.ts';

/** The navigation of the links and hooks below. In the server each first view has an immutable one (first-view.tsx). */
export const NavigationContext = createContext<Navigation | null>(null);

export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error('no navigation');
  return navigation;
}

/** The screen of the next <Outlet>, and that of its own <Outlet>. */
interface Inner {
  readonly Screen: Screen;
  readonly inner: Inner | null;
}
const InnerContext = createContext<Inner | null>(null);
const CrashedContext = createContext<Screen>(() => null);

interface RouterProps {
  readonly navigation: Navigation;
  /** The outermost screen of every page. */
  readonly root: Screen;
  /** Shown instead of a screen whose rendering fails. */
  readonly crashed: Screen;
}

/** Shows the page of the address: its screens, one inside the other. */
export function Router({ navigation, root, crashed }: RouterProps) {
  const shown = useSyncExternalStore(navigation.subscribe, () => navigation.shown);
  const { screens } = shown.route;
  const outermost = useMemo(
    () => [root, ...screens].reduceRight<Inner | null>((inner, Screen) => ({ Screen, inner }), null),
    [root, screens],
  );
  useLayoutEffect(() => navigation.arrive(shown), [navigation, shown]);
  return (
    <NavigationContext value={navigation}>
      <CrashedContext value={crashed}>
        <InnerContext value={outermost}>
          <Outlet />
        </InnerContext>
      </CrashedContext>
    </NavigationContext>
  );
}

/** Renders the next inner screen. */
export function Outlet() {
  const inner = useContext(InnerContext);
  const Crashed = useContext(CrashedContext);
  const navigation = useNavigation();
  if (!inner) return null;
  return (
    <ErrorBoundary navigation={navigation} fallback={<Crashed />}>
      <InnerContext value={inner.inner}>
        <inner.Screen />
      </InnerContext>
    </ErrorBoundary>
  );
}

interface ErrorBoundaryProps {
  readonly navigation: Navigation;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Shows its fallback after an error in rendering, until another page is shown. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  override componentDidCatch() {
    const { navigation } = this.props;
    const { shown } = navigation;
    const stop = navigation.subscribe(() => {
      if (navigation.shown === shown) return;
      stop();
      this.setState({ failed: false });
    });
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

type Plain = string | number | boolean | null | undefined;

function useNavigated<T extends Plain>(select: (navigation: Navigation) => T): T {
  const navigation = useNavigation();
  const read = () => select(navigation);
  return useSyncExternalStore(navigation.subscribe, read, read);
}

/** A value of the location, which changes as soon as a navigation begins: a page that is being left sees the next address. */
export const useLocation = <T extends Plain>(select: (location: HistoryLocation) => T): T =>
  useNavigated(({ location }) => select(location));

/** A value of the location of the page on the screen: a page that is being left keeps its own. */
export const useShownLocation = <T extends Plain>(select: (location: HistoryLocation) => T): T =>
  useNavigated(({ shown }) => select(shown.location));

/** A path parameter of the page. */
export const useParam = (name: string): string => useNavigated(({ shown }) => shown.params[name] ?? '');

export type LinkProps = Target & NavigateOptions & Omit<ComponentProps<'a'>, 'href'>;

const opensElsewhere = ({ metaKey, altKey, ctrlKey, shiftKey, button }: MouseEvent) =>
  metaKey || altKey || ctrlKey || shiftKey || button !== 0;

/** A link within the application. Hovering over it preloads its page. */
export function Link({ to, params, search, replace, resetScroll, state, onClick, ...rest }: LinkProps) {
  const navigation = useNavigation();
  const target = { to, params, search };
  const preload = () => navigation.preload(target);
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event) || rest.target) return;
    event.preventDefault();
    void navigation.navigate({ ...target, replace, resetScroll, state });
  };
  return (
    <a
      {...rest}
      href={hrefOf(target)}
      onClick={go}
      onMouseEnter={preload}
      onFocus={preload}
      onTouchStart={preload}
    />
  );
}

/** Redirects to another page, replacing the history entry. */
export function Redirect({ to, state }: Pick<LinkProps, 'to' | 'state'>) {
  const navigation = useNavigation();
  useEffect(() => {
    void navigation.navigate({ to, replace: true, state });
  }, [navigation, to, state]);
  return null;
}
