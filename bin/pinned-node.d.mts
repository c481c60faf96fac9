export const pinnedVersion: string;
export function isAtLeast(version: string, wanted: string): boolean;
export function pinnedNode(): string | undefined;
