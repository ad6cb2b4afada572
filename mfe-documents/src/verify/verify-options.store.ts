import { create } from 'zustand'

/** The node that checks whether a block is on the chain. */
export type NodeChoice =
  | { kind: 'installation' }
  | { kind: 'wallet' }
  | { kind: 'url'; url: string }
  | { kind: 'none' }

/** Another record that the user trusts. */
export type TrustedChoice = {
  /** Text of a policy file, or the key of a log. */
  policy: string
  /** Address of the record's files, if the policy does not name one; empty if unknown. */
  url: string
}

/** This installation's own record is always trusted on its own pages, so it is not listed. */
export type VerifyOptions = {
  trusted: readonly TrustedChoice[]
  node: NodeChoice
  /** Whether to ask only if the file existed, and not whether it was revoked since. */
  existenceOnly: boolean
  /** Oldest acceptable answer about a revocation, in hours. */
  maxAgeHours: number
}

const STORAGE_KEY = 'inkproof_verify'

export const DEFAULT_OPTIONS: VerifyOptions = {
  trusted: [],
  node: { kind: 'installation' },
  existenceOnly: false,
  maxAgeHours: 24,
}

/** The user's trust settings and node, stored in this browser. */
export const useVerifyOptions = create<VerifyOptions>()(() => loadOptions())

export function setVerifyOptions(changes: Partial<VerifyOptions>): void {
  useVerifyOptions.setState(changes)
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(useVerifyOptions.getState()))
  } catch {
    // Storage is full or forbidden: the choice then lasts until the page is closed.
  }
}

function loadOptions(): VerifyOptions {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')
    return isOptions(value) ? value : DEFAULT_OPTIONS
  } catch {
    return DEFAULT_OPTIONS
  }
}

/** Stored data of any other shape is ignored, so that nothing is trusted by accident. */
function isOptions(value: unknown): value is VerifyOptions {
  if (typeof value !== 'object' || value === null) return false
  const { trusted, node, existenceOnly, maxAgeHours } = value as Partial<VerifyOptions>
  const kinds: unknown[] = ['installation', 'wallet', 'url', 'none']
  return (
    Array.isArray(trusted) &&
    trusted.every((item) => typeof item?.policy === 'string' && typeof item.url === 'string') &&
    typeof node === 'object' &&
    kinds.includes(node?.kind) &&
    (node?.kind !== 'url' || typeof node.url === 'string') &&
    typeof existenceOnly === 'boolean' &&
    typeof maxAgeHours === 'number' &&
    maxAgeHours > 0
  )
}
