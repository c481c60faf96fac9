declare module 'virtual:api-routes' {
  /** group → call → [method, path, idempotent, plain text] */
  const routes: Readonly<
    Record<string, Readonly<Record<string, readonly [string, string, boolean, boolean]>>>
  >;
  export default routes;
}
