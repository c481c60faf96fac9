import type { LaunchOptions } from '@playwright/test';

export declare function findBrowser(): Promise<boolean>;
export declare function browserOptions(executablePath?: string): LaunchOptions;
export declare function headlessShellOptions(): LaunchOptions;
