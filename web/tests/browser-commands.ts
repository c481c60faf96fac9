import { defineBrowserCommand } from '@vitest/browser-playwright';

/** The page around the frame in which the tests run, and where that frame begins. */
type Context = Parameters<Parameters<typeof defineBrowserCommand>[0]>[0];
async function pageOf({ page, iframe }: Context) {
  const frame = await iframe.owner().boundingBox();
  return { page, left: frame?.x ?? 0, top: frame?.y ?? 0 };
}

/** Moves the mouse to a point of the test's document. */
const pointAt = defineBrowserCommand<[x: number, y: number]>(async (context, x, y) => {
  const { page, left, top } = await pageOf(context);
  await page.mouse.move(left + x, top + y);
});

/** Presses the mouse where it is; `count` as the browser counts the clicks of a double click. */
const press = defineBrowserCommand<[count: number]>(async ({ page }, count) => {
  await page.mouse.down({ clickCount: count });
  await page.mouse.up({ clickCount: count });
});

/** Drags the mouse from a point of the test's document to another, as for a selection. */
const drag = defineBrowserCommand<[x: number, y: number, toX: number, toY: number]>(
  async (context, x, y, toX, toY) => {
    const { page, left, top } = await pageOf(context);
    await page.mouse.move(left + x, top + y);
    await page.mouse.down();
    await page.mouse.move(left + toX, top + toY, { steps: 5 });
    await page.mouse.up();
  },
);

/** Turns the wheel where the mouse is. */
const wheel = defineBrowserCommand<[pixels: number]>(({ page }, pixels) => page.mouse.wheel(0, pixels));

/** Taps a point of the test's document with a finger. */
const tap = defineBrowserCommand<[x: number, y: number]>(async (context, x, y) => {
  const { page, left, top } = await pageOf(context);
  await page.touchscreen.tap(left + x, top + y);
});

/** Holds a key down, which repeats. */
const holdKey = defineBrowserCommand<[key: string, times: number]>(async ({ page }, key, times) => {
  for (let time = 0; time < times; time += 1) await page.keyboard.down(key);
  await page.keyboard.up(key);
});

/** Inserts a text where the focus is, as pasting does. */
const insertText = defineBrowserCommand<[text: string]>(({ page }, text) => page.keyboard.insertText(text));

/** What the device prefers. */
const colorScheme = defineBrowserCommand<[scheme: 'light' | 'dark']>(({ page }, scheme) =>
  page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' }),
);

/** Shows the page as on a screen or on paper. */
const medium = defineBrowserCommand<[media: 'print' | null]>(({ page }, media) =>
  page.emulateMedia({ media }),
);

export const browserCommands = { pointAt, press, drag, wheel, tap, holdKey, insertText, colorScheme, medium };

type Called<Command> = Command extends (context: never, ...input: infer Input) => infer Output
  ? (...input: Input) => Output
  : never;
type Commands = { readonly [Name in keyof typeof browserCommands]: Called<(typeof browserCommands)[Name]> };

declare module 'vitest/browser' {
  interface BrowserCommands extends Commands {}
}
