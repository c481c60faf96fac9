declare module 'virtual:api-routes*' {
  /** group → call → [method, path after /api, 1 when the response is text] */
  const routes: Readonly<Record<string, Readonly<Record<string, readonly [string, string, 1?]>>>>;
  export default routes;
}
