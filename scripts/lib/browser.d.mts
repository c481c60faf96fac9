export declare function browserOptions(): { readonly executablePath: string; readonly args: string[] };
export declare function findBrowser(): Promise<string | undefined>;
