import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Rolldown } from 'vite';

interface Modules {
  getModuleInfo(id: string): Rolldown.ModuleInfo | null;
}

/** Libraries that every screen needs: a chunk of their own, which a new version of the application does not change. */
const libraries = /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack)\//;
/** Used by lists only, although the index of the library exports them with the rest. */
const listLibraries =
  /@tanstack\/.*\/(useInfiniteQuery|useQueries|infiniteQueryObserver|queriesObserver)\.js/;
/** The form library, the rules of the contract and zod, which reads them: no first screen has a form of it. */
const formParts =
  /\/node_modules\/(react-hook-form|@hookform|@standard-schema|zod)\/|\/web\/src\/(ui\/use-form|lib\/typed-rules)\.ts$|\/contract\/src\/(forms|fields)\.ts$/;
/** What forms and the counter read: the counter needs no form. */
const typedNumbers = /\/contract\/src\/typed-(amount|count|text)\.ts$/;

/** The library of icons has one module that exports all of them: by it each of them would belong to every part. */
const iconLibrary = /\/node_modules\/lucide\/.*\/icons\/([a-z0-9-]+)\.mjs$/;
/** What imports icons that no first screen shows. */
const withLaterIcons = [
  'ui/work-icons.tsx',
  'ui/copy-button.tsx',
  'ui/dialog.tsx',
  'features/purchases/sheet-icons.tsx',
  'app/layouts/menu-button.tsx',
  'app/layouts/user-menu-entries.tsx',
];
/** The files of these icons: `Trash2` is `trash-2`. */
function laterIcons(root: string): ReadonlySet<string> {
  const names = withLaterIcons.flatMap((file) => {
    const imported = /import \{([^}]+)\} from 'lucide'/.exec(readFileSync(`${root}/src/${file}`, 'utf8'));
    return imported?.[1]?.match(/\w+/g) ?? [];
  });
  return new Set(names.map((name) => name.replace(/(?<!^)([A-Z]|\d+)/g, '-$1').toLowerCase()));
}

const application = 'index.html';
const login = 'src/routes/login.tsx';
const signedOut = [login, 'src/routes/register.tsx'];
/** What is shown in the frame of the sign-in. */
const besideSignIn = [
  ...signedOut,
  'src/features/accounts/security/sign-in-steps.tsx',
  'src/features/staff/till-picker.tsx',
];
const frame = ['src/app/frame.tsx', 'src/app/reseller-area.tsx'];
const dashboard = ['src/routes/dashboard.tsx', 'src/routes/reseller-dashboard.tsx'];
/** The first screen of a cashier has parts of the dashboard, beside which it is loaded. */
const dashboards = [...dashboard, 'src/features/staff/cashier-home.tsx'];
const catalogue = ['src/routes/catalog.tsx'];
/** Screens that sell, besides the catalogue. */
const quickSales = ['src/features/purchases/quick-sales.tsx', 'src/features/purchases/quantity-dialog.tsx'];
/** The dialog of a code that was just bought. */
const bought = ['src/features/purchases/purchase-result-dialog.tsx'];
const screen = /^src\/routes\//;
/** The screens of administrators and their layout. */
export const ofAdministrators = /^src\/(routes\/admin\/|app\/admin-area\.)/;

/**
 * Puts modules that several parts share into a few chunks, and each first screen into one. A part is loaded by itself: the application,
 * a screen, a dialog. By default the bundler makes a chunk for each set of parts: 68 files for /admin, at some 9 ms of CPU time each.
 */
export function chunks(root: string): Rolldown.CodeSplittingOptions {
  const later = laterIcons(root);
  const known = new Map<string, ReadonlySet<string>>();

  /** The parts whose loading loads a module. */
  function partsOf(id: string, modules: Modules): ReadonlySet<string> {
    const before = known.get(id);
    if (before) return before;
    const found = new Set<string>();
    const seen = new Set<string>();
    const visit = (module: string) => {
      if (seen.has(module)) return;
      seen.add(module);
      const info = modules.getModuleInfo(module);
      if (info?.isEntry || info?.dynamicImporters.length) found.add(relative(root, module));
      for (const importer of info?.importers ?? []) visit(importer);
    };
    visit(id);
    known.set(id, found);
    return found;
  }

  /** Whether only administrators load a part: it is one of their screens, or only such a screen loads it. */
  function isOfAdministrators(
    part: string,
    modules: Modules,
    seen: ReadonlySet<string> = new Set(),
  ): boolean {
    if (ofAdministrators.test(part)) return true;
    if (screen.test(part)) return false;
    const importers = modules.getModuleInfo(`${root}/${part}`)?.dynamicImporters ?? [];
    const parents = importers.flatMap((importer) => [...partsOf(importer, modules)]);
    const path = new Set([...seen, part]);
    return (
      parents.length > 0 && parents.every((next) => path.has(next) || isOfAdministrators(next, modules, path))
    );
  }

  function nameOf(id: string, modules: Modules): string | null {
    if (later.has(iconLibrary.exec(id)?.[1] ?? '')) return 'controls';
    const parts = partsOf(id, modules);
    const isIn = (names: readonly string[]) => names.some((name) => parts.has(name));
    const isOnlyIn = (names: readonly string[]) => [...parts].every((part) => names.includes(part));
    if (listLibraries.test(id)) return 'lists';
    if (formParts.test(id)) return 'forms';
    if (typedNumbers.test(id)) return 'controls';
    if (libraries.test(id)) return 'foundation';
    if (parts.has(application)) return 'start';
    if (isIn(signedOut)) {
      if (isIn([...frame, ...dashboard])) return 'start';
      // The registration is a file of its own: the sign-in does not wait for the form library.
      if (isOnlyIn(besideSignIn)) return parts.has(login) ? 'signed-out' : null;
      return parts.has(login) || isIn([...catalogue, ...bought]) ? 'controls' : 'forms';
    }
    if (isIn(frame) || (isIn(dashboard) && !isOnlyIn(dashboards))) return 'signed-in';
    if (isIn(dashboard)) return 'dashboard';
    if (isIn(catalogue)) return isOnlyIn([...catalogue, ...quickSales]) ? 'catalogue' : 'controls';
    if (isIn(bought)) return [...parts].some((part) => screen.test(part)) ? 'controls' : 'bought';
    if (parts.size < 2 && !parts.has('src/app/admin-area.tsx')) return null;
    if ([...parts].every((part) => isOfAdministrators(part, modules))) return 'administration';
    return [...parts].some((part) => screen.test(part) && !ofAdministrators.test(part))
      ? 'screens'
      : 'dialogs';
  }

  return { groups: [{ name: nameOf, debugName: 'parts', includeDependenciesRecursively: false }] };
}
