/** Replaces the descriptions of the federation's errors: their numbers are enough to look them up. */
const descriptions = new Proxy({}, { get: () => 'Module federation error' })

export const runtimeDescMap = descriptions
export const typeDescMap = descriptions
export const buildDescMap = descriptions
export const errorDescMap = descriptions
