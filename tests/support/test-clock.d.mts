type Environment = Record<string, string | undefined>;

export declare function clockEnvironment(): Record<string, string>;
export declare function withoutTestClock(): NodeJS.ProcessEnv;
export declare const machineClock: { readonly FAKETIME: string };
export declare function machineNow(): number;
export declare function findFakeTime(): string | undefined;
export declare function setTestClock(env?: Environment): void;
