export declare function browserPath(): string;
export declare function findBrowser(): Promise<string | undefined>;
