export function parseEnvironment(content: string): Record<string, string>;
