/** Returns the source of the router's production file without the parts that no page uses. */
declare function routerLoader(source: string): string

export { routerLoader as default }
