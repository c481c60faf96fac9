import { checkScreens } from './support/accessible-screens.ts';

checkScreens(({ as, path }) => as === 'admin' && path.startsWith('/admin/users'));
