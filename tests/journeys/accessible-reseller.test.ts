import { checkScreens } from './support/accessible-screens.ts';

checkScreens(({ as }) => as !== 'admin');
