/** SHA-256 as a function, so that a caller with a faster one (Node's own) can hand it in. */
import { sha256Of } from './sha2.ts'

/** SHA-256 (FIPS 180-4) of all the bytes given; 32 bytes, not shared with later calls. */
export type Sha256 = (data: Uint8Array) => Uint8Array

/** Works everywhere, no platform needed. */
export const sha256: Sha256 = sha256Of
