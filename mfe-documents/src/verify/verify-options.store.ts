import { create } from 'zustand'

/** The node that checks whether a block is on the chain. */
export type NodeChoice =
  | { kind: 'installation' }
  | { kind: 'wallet' }
  | { kind: 'url'; url: string }
  | { kind: 'offline' }

export type VerifyOptions = {
  /** Key of this installation's log, once the user has chosen to trust it. */
  trustedKey: string | null
  /** Another log's key or policy, as pasted by the user. */
  otherPolicy: string
  node: NodeChoice
}

const STORAGE_KEY = 'inkproof_verify'

const DEFAULT_OPTIONS: VerifyOptions = {
  trustedKey: null,
  otherPolicy: '',
  node: { kind: 'installation' },
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
  const { trustedKey, otherPolicy, node } = value as Partial<VerifyOptions>
  const kinds: unknown[] = ['installation', 'wallet', 'url', 'offline']
  return (
    (trustedKey === null || typeof trustedKey === 'string') &&
    typeof otherPolicy === 'string' &&
    typeof node === 'object' &&
    kinds.includes(node?.kind) &&
    (node?.kind !== 'url' || typeof node.url === 'string')
  )
}
