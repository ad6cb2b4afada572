import { create } from 'zustand'

/** Who is asked whether a block is on the chain. */
export type NodeChoice =
  | { kind: 'installation' }
  | { kind: 'wallet' }
  | { kind: 'url'; url: string }
  | { kind: 'offline' }

export type VerifyOptions = {
  /** Key of this installation's log, once the reader has said that they trust it. */
  trustedKey: string | null
  /** Another log's key or policy, as the reader pasted it. */
  otherPolicy: string
  node: NodeChoice
}

const STORED_AS = 'inkproof_verify'

const NOTHING_SAID: VerifyOptions = {
  trustedKey: null,
  otherPolicy: '',
  node: { kind: 'installation' },
}

/** What the reader trusts. It is theirs, so this browser remembers it. */
export const useVerifyOptions = create<VerifyOptions>()(() => stored())

export function setVerifyOptions(changes: Partial<VerifyOptions>): void {
  useVerifyOptions.setState(changes)
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(useVerifyOptions.getState()))
  } catch {
    // Storage is full or forbidden: the choice then holds as long as the page.
  }
}

function stored(): VerifyOptions {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? 'null')
    return isOptions(found) ? found : NOTHING_SAID
  } catch {
    return NOTHING_SAID
  }
}

/** Whatever else is stored under the name, trust is only what was said in this form. */
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
