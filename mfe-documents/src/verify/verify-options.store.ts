import { create } from 'zustand'

/** The node that checks whether a block is on the chain. */
export type NodeChoice =
  | { kind: 'installation' }
  | { kind: 'wallet' }
  | { kind: 'url'; url: string }
  | { kind: 'offline' }

export type VerifyOptions = {
  /** Key of this installation's log, once the reader has chosen to trust it. */
  trustedKey: string | null
  /** Another log's key or policy, as pasted by the reader. */
  otherPolicy: string
  node: NodeChoice
}

const STORED_AS = 'inkproof_verify'

const NO_CHOICES: VerifyOptions = {
  trustedKey: null,
  otherPolicy: '',
  node: { kind: 'installation' },
}

/** The reader's trust settings, which this browser remembers. */
export const useVerifyOptions = create<VerifyOptions>()(() => stored())

export function setVerifyOptions(changes: Partial<VerifyOptions>): void {
  useVerifyOptions.setState(changes)
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(useVerifyOptions.getState()))
  } catch {
    // Storage is full or forbidden: the choice then lasts until the page is closed.
  }
}

function stored(): VerifyOptions {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? 'null')
    return isOptions(found) ? found : NO_CHOICES
  } catch {
    return NO_CHOICES
  }
}

/** Stored data of any other shape is ignored, so that nothing is trusted by accident. */
function isOptions(found: unknown): found is VerifyOptions {
  if (typeof found !== 'object' || found === null) return false
  const { trustedKey, otherPolicy, node } = found as Partial<VerifyOptions>
  const kinds: unknown[] = ['installation', 'wallet', 'url', 'offline']
  return (
    (trustedKey === null || typeof trustedKey === 'string') &&
    typeof otherPolicy === 'string' &&
    typeof node === 'object' &&
    kinds.includes(node?.kind) &&
    (node?.kind !== 'url' || typeof node.url === 'string')
  )
}
