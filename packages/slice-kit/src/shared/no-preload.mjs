/**
 * Replaces the federation runtime's preloading of remotes in the shell, because Inkproof uses `<link
 * rel="preload">` in the page itself (release/preload-links.ts). Nothing calls these functions, but the runtime imports
 * them.
 */
export const defaultPreloadArgs = (options) => options
export const normalizePreloadExposes = (exposes) => exposes
export const formatPreloadArgs = () => []
export const preloadAssets = () => Promise.resolve([])
