declare global {
  interface Window {
    /**
     * The answer to a reading call that the page has sent before the application runs (web/build/before-start.js), for the first who
     * asks; undefined for a refusal.
     */
    almasEarly?: ((address: string) => Promise<Response | undefined> | undefined) | undefined;
  }
}

/** The answers to what the page has asked for belong to the session that it was asked with. */
export function dropEarly(): void {
  window.almasEarly = undefined;
}
