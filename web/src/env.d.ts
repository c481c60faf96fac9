declare module 'virtual:api-routes' {
  /** group → call → [method, path behind /api, 1 when it answers text] */
  const routes: Readonly<Record<string, Readonly<Record<string, readonly [string, string, 1?]>>>>;
  export default routes;
}
