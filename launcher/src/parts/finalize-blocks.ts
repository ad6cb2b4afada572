/**
 * Finalizes blocks on the embedded chain, where nothing else creates blocks: it mines two more after every block with
 * a transaction, so that the block becomes final.
 *
 * A verifier knows the state of the record only as of the newest final block. When nothing is certified for hours, three
 * empty blocks are mined, so that this answer does not become outdated. More would let the chain's state grow.
 */
const POLL_MS = 500
const MAX_BLOCK_AGE_S = 6 * 60 * 60

/** Starts finalizing; returns a function that stops it. `now` returns milliseconds since 1970. */
export function finalizeBlocks(url: string, now: () => number = Date.now): () => void {
  let isStopped = false
  const poll = async () => {
    // An unreachable node is being restarted; the next poll reaches it.
    await finalizeLatest(url, now).catch(() => undefined)
    if (!isStopped) timer = setTimeout(poll, POLL_MS)
  }
  let timer = setTimeout(poll, POLL_MS)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

async function finalizeLatest(url: string, now: () => number): Promise<void> {
  const { transactions, timestamp } = await call<{ transactions: string[]; timestamp: string }>(
    url,
    'eth_getBlockByNumber',
    ['latest', false],
  )
  if (transactions.length > 0) await call(url, 'anvil_mine', ['0x2'])
  else if (now() / 1000 - Number(timestamp) > MAX_BLOCK_AGE_S)
    await call(url, 'anvil_mine', ['0x3'])
}

async function call<T>(url: string, method: string, params: unknown[]): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(2000),
  })
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
