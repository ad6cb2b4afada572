/** What a test has requested and the services have acknowledged, for the auditor. */

/** A certificate as the service returns it. */
export type Acknowledged = { id: string; index: number; fingerprint: string }

export type Ledger = {
  /** Acknowledged certificates, with the token of their owner. */
  certificates: (Acknowledged & { token: string })[]
  /** IDs of certificates whose revocation was acknowledged. */
  revoked: Set<string>
  /** Workspaces that were requested without an Idempotency-Key, by their unique names. */
  workspaces: { name: string; isAcknowledged: boolean }[]
  /** Accounts whose registration was acknowledged, each with the token of a session. */
  accounts: { email: string; token: string }[]
}

export function createLedger(): Ledger {
  return { certificates: [], revoked: new Set(), workspaces: [], accounts: [] }
}
