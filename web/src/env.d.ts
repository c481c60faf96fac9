declare module 'virtual:api-routes*' {
  /** group → call → [method, path after /api, 1 when the response is text, scope of a call of administrators] */
  const routes: Readonly<
    Record<string, Readonly<Record<string, readonly [string, string, (0 | 1)?, string?]>>>
  >;
  export default routes;
}
