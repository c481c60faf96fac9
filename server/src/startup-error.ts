/**
 * A reason not to start that the operator can fix. `message` is a French sentence of locale/; it is printed alone, without a stack,
 * and the process ends with code 1.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
