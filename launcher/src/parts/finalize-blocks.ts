/**
 * Finalizes blocks on the embedded chain, where nothing else creates blocks: it mines two more after every block with
 * a transaction, so that the block becomes final. The chain does not grow otherwise.
 */
const POLL_MS = 500

/** Starts finalizing; returns a function that stops it. */
export function finalizeBlocks(url: string): () => void {
  let isStopped = false
  const poll = async () => {
    // An unreachable node is being restarted; the next poll reaches it.
    await finalizeLatest(url).catch(() => undefined)
    if (!isStopped) timer = setTimeout(poll, POLL_MS)
  }
  let timer = setTimeout(poll, POLL_MS)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

async function finalizeLatest(url: string): Promise<void> {
  const latest = await call<{ transactions: string[] }>(url, 'eth_getBlockByNumber', [
    'latest',
    false,
  ])
  if (latest.transactions.length > 0) await call(url, 'anvil_mine', ['0x2'])
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
