/** Returns the source of the router's production file without the parts that no page uses. */
export default function routerLoader(source: string): string
