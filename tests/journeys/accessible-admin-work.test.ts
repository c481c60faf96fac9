import { checkScreens } from './support/accessible-screens.ts';

const elsewhere = /^\/admin($|\/users|\/products)/;
checkScreens(({ as, path }) => as === 'admin' && !elsewhere.test(path));
