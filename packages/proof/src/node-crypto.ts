/**
 * Node's own crypto. Importing it by name would read each of its exports once, and load WebCrypto for
 * it: a twentieth of what a process takes that verifies one file.
 */
export const nodeCrypto = process.getBuiltinModule('node:crypto')
