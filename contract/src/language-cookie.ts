/** The cookie that says in which language this browser is addressed: `ar`, or anything else for French. Scripts read and write it. */
export const languageCookie = 'lang';
/** As long as browsers keep a cookie. */
export const languageCookieSeconds = 400 * 86_400;
