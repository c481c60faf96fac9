/** Of the button of the bell, which another part of a page may press. */
export const bellId = 'bell';

/** Opens the notifications from elsewhere on the page. */
export const openBell = (): void => document.getElementById(bellId)?.click();
