/**
 * Node's built-in crypto module. A regular import would evaluate every export and load WebCrypto,
 * which takes 5 % of the run time of a process that verifies one file.
 */
export const nodeCrypto = process.getBuiltinModule('node:crypto')
