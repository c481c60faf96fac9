import { createMemoryHistory } from '@tanstack/history';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hrefOf, Navigation, type Path, paramsOf, route, type Screen, within } from './navigation.ts';

const nothing: Screen = () => null;
const path = (text: string) => text as Path;

/** A screen whose code is loaded when `finishLoading` is called. */
function lateScreen() {
  let finishLoading = () => {};
  const preload = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finishLoading = resolve;
      }),
  );
  return { screen: Object.assign(() => null, { preload }), preload, finishLoading: () => finishLoading() };
}

const scrollTo = vi.fn((_x: number, y: number) => void Object.assign(window, { scrollY: y }));
beforeEach(() => {
  const browser = { history: {}, scrollX: 0, scrollY: 0, scrollTo, addEventListener: vi.fn() };
  vi.stubGlobal('window', browser);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  scrollTo.mockClear();
});

function navigationOf(routes: Parameters<typeof within>[1], start = '/') {
  const navigation = new Navigation(
    createMemoryHistory({ initialEntries: [start] }),
    routes,
    route('/not-found', nothing),
  );
  navigation.start();
  const shown = () => navigation.shown.route.path;
  // Like React: once for each page that is shown.
  let rendered = navigation.shown;
  navigation.subscribe(() => {
    if (rendered === navigation.shown) return;
    rendered = navigation.shown;
    navigation.arrive(rendered);
  });
  return { navigation, shown };
}

test('a path matches an address part by part, whatever the case, and returns its parameters', () => {
  expect(paramsOf('/admin/products/$id/edit', '/admin/products/a%20b/edit')).toEqual({ id: 'a b' });
  expect(paramsOf('/admin/products/$id/edit', '/admin/products//edit')).toBeNull();
  expect(paramsOf('/login', '/LOGIN')).toEqual({});
  expect(paramsOf('/login', '/login/more')).toBeNull();
});

test('slashes at the end of an address are ignored, also for the address /', () => {
  for (const address of ['/login', '/login/', '/login///']) expect(paramsOf('/login', address)).toEqual({});
  for (const address of ['/', '//', '///']) expect(paramsOf('/', address)).toEqual({});
  expect(paramsOf('/', '/login')).toBeNull();
});

// Turned red by: a regular expression that backtracks at each slash: the test then hangs, as the page of such a link did.
test('an address with millions of slashes is compared with a path as fast as a short one', () => {
  expect(paramsOf('/login', `/login${'/'.repeat(2_000_000)}x`)).toBeNull();
});

test('an address with a part that cannot be decoded matches no path', () => {
  expect(paramsOf('/admin/products/$id/edit', '/admin/products/%E0%A4%A/edit')).toBeNull();
});

test('a link encodes its parameters and its search, and leaves empty values of the search out', () => {
  expect(hrefOf({ to: path('/admin/products/$id/edit'), params: { id: 'a/b' } })).toBe(
    '/admin/products/a%2Fb/edit',
  );
  expect(hrefOf({ to: path('/catalog'), search: { game: 'PUBG & co', page: undefined } })).toBe(
    '/catalog?game=PUBG+%26+co',
  );
});

test('routes within a screen are rendered inside it', () => {
  const [outer, inner]: Screen[] = [() => null, () => null];
  expect(within(outer as Screen, [route('/a', inner as Screen)])[0]?.screens).toEqual([outer, inner]);
});

test('the former page stays until the code of the next one is loaded, while the location is already the next one’s', async () => {
  const late = lateScreen();
  const { navigation, shown } = navigationOf([route('/', nothing), route('/late', late.screen)]);
  const arrival = navigation.navigate({ to: path('/late') });
  await Promise.resolve();
  expect(navigation.location.pathname).toBe('/late');
  expect(shown()).toBe('/');
  late.finishLoading();
  await arrival;
  expect(shown()).toBe('/late');
});

test('a page whose code takes longer than a second is shown without it, as loading', async () => {
  vi.useFakeTimers();
  const { navigation, shown } = navigationOf([route('/', nothing), route('/late', lateScreen().screen)]);
  void navigation.navigate({ to: path('/late') });
  await vi.advanceTimersByTimeAsync(999);
  expect(shown()).toBe('/');
  await vi.advanceTimersByTimeAsync(1);
  expect(shown()).toBe('/late');
});

test('of two navigations the later one is shown, even when the code of the earlier one is loaded last', async () => {
  const [first, second] = [lateScreen(), lateScreen()];
  const { navigation, shown } = navigationOf([
    route('/', nothing),
    route('/first', first.screen),
    route('/second', second.screen),
  ]);
  void navigation.navigate({ to: path('/first') });
  const arrival = navigation.navigate({ to: path('/second') });
  second.finishLoading();
  await arrival;
  first.finishLoading();
  await new Promise((resolve) => setImmediate(resolve));
  expect(shown()).toBe('/second');
});

test('a link to the current address adds no entry to the history', async () => {
  const { navigation } = navigationOf([route('/', nothing), route('/a', nothing)]);
  await navigation.navigate({ to: path('/a') });
  const { length } = navigation.history;
  await navigation.navigate({ to: path('/a') });
  expect(navigation.history.length).toBe(length);
});

test('an unknown address shows the page for unknown addresses, and a last slash is left out', async () => {
  const { navigation, shown } = navigationOf([route('/', nothing), route('/a', nothing)]);
  await navigation.navigate({ href: '/nulle-part' });
  expect(shown()).toBe('/not-found');
  await navigation.navigate({ href: '/a/?x=1' });
  expect(shown()).toBe('/a');
  expect(navigation.location.href).toBe('/a?x=1');
});

test('an address in capital letters, as a phone’s keyboard writes them, becomes the address of its page', async () => {
  const routes = [route('/', nothing), route('/products/$id/edit', nothing)];
  const { navigation, shown } = navigationOf(routes, '/Products/aB%20c/EDIT?search=Ab');
  expect(shown()).toBe('/products/$id/edit');
  await new Promise((resolve) => setImmediate(resolve));
  expect(navigation.shown.location.href).toBe('/products/aB%20c/edit?search=Ab');
  expect(navigation.shown.params).toEqual({ id: 'aB c' });
});

test('another search of the same page loads no code again and keeps the scroll position', async () => {
  const late = lateScreen();
  const { navigation } = navigationOf([route('/', late.screen)]);
  await navigation.navigate({ href: '/?a=1' });
  expect(late.preload).not.toHaveBeenCalled();
  scrollTo.mockReset();
  navigation.changeSearch({ a: '2' }, true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(navigation.shown.location.href).toBe('/?a=2');
  expect(scrollTo).not.toHaveBeenCalled();
});

test('a new page begins at its top, and Back restores the scroll position of the page before', async () => {
  const { navigation, shown } = navigationOf([route('/', nothing), route('/a', nothing)]);
  Object.assign(window, { scrollY: 240 });
  await navigation.navigate({ to: path('/a') });
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  Object.assign(window, { scrollY: 0 });
  navigation.history.back();
  // Unlike a browser, the memory history does not announce a step back.
  navigation.history.notify({ type: 'BACK' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(shown()).toBe('/');
  expect(scrollTo).toHaveBeenLastCalledWith(0, 240);
});

test('pointing at a link loads the code of its page, and begins to read its data', () => {
  const late = lateScreen();
  const prepare = vi.fn();
  const { navigation } = navigationOf([route('/', nothing), route('/late', late.screen, prepare)]);
  navigation.preload({ to: path('/late'), search: { game: 'x' } });
  expect(late.preload).toHaveBeenCalledOnce();
  expect(prepare).toHaveBeenCalledOnce();
});
