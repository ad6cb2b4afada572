/** SHA-256 as a function type, so that callers can pass a faster implementation such as Node's. */
import { sha256Of } from './sha2.ts'

/**
 * Computes the SHA-256 (FIPS 180-4) of the bytes; returns 32 bytes that later calls do not modify.
 */
export type Sha256 = (data: Uint8Array) => Uint8Array

/** The portable implementation. */
export const sha256: Sha256 = sha256Of
