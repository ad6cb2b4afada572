import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { useCallback, useEffect, useState } from 'react'
import type { StoredKey } from '../signing/signing-db.ts'
import { findKey } from './identity.ts'
import type { Link } from './link.ts'

/** This browser's key for a link: undefined while it is read, null if there is none. */
export function useOwnKey(
  link: Link,
  request: LinkedRequest,
): [key: StoredKey | null | undefined, reread: () => void] {
  const [key, setKey] = useState<StoredKey | null>()
  const [version, setVersion] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: is read again on request, and when another key is bound.
  useEffect(() => {
    let isCurrent = true
    void findKey(link, request).then((stored) => {
      if (isCurrent) setKey(stored)
    })
    return () => {
      isCurrent = false
    }
  }, [link, request.basis.key?.thumbprint, version])
  return [key, useCallback(() => setVersion((number) => number + 1), [])]
}
