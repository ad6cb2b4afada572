/**
 * Finalizes blocks on the embedded chain, where nothing else creates blocks: it mines two more after every block with
 * a transaction, so that the block becomes final.
 *
 * A verifier knows the state of the record only as of the newest final block. Three empty blocks replace that block when
 * nothing is certified for hours, so that the answer does not become outdated, and after a restart, because the chain
 * restores the state of its newest block only. More would let the chain's state grow.
 */
const POLL_MS = 500
/** Only a restart makes the chain forget a state, so that is checked less often: an idle chain should cost little. */
const STATE_CHECK_MS = 5_000
const MAX_BLOCK_AGE_S = 6 * 60 * 60

/** Starts finalizing; returns a function that stops it. `now` returns milliseconds since 1970. */
export function finalizeBlocks(url: string, now: () => number = Date.now): () => void {
  let isStopped = false
  let nextStateCheckMs = 0
  const poll = async () => {
    const isStateChecked = performance.now() >= nextStateCheckMs
    try {
      await finalizeLatest(url, now, isStateChecked)
      if (isStateChecked) nextStateCheckMs = performance.now() + STATE_CHECK_MS
    } catch {
      // The node is being restarted; the next poll reaches it.
      nextStateCheckMs = 0
    }
    if (!isStopped) timer = setTimeout(poll, POLL_MS)
  }
  let timer = setTimeout(poll, POLL_MS)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

async function finalizeLatest(
  url: string,
  now: () => number,
  isStateChecked: boolean,
): Promise<void> {
  const { transactions, timestamp } = await call<{ transactions: string[]; timestamp: string }>(
    url,
    'eth_getBlockByNumber',
    ['latest', false],
  )
  if (transactions.length > 0) await call(url, 'anvil_mine', ['0x2'])
  else if (
    now() / 1000 - Number(timestamp) > MAX_BLOCK_AGE_S ||
    (isStateChecked && !(await isFinalStateKnown(url)))
  )
    await call(url, 'anvil_mine', ['0x3'])
}

/** Whether the chain can still be asked about its state as of the newest final block. */
async function isFinalStateKnown(url: string): Promise<boolean> {
  const { hash } = await call<{ hash: string }>(url, 'eth_getBlockByNumber', ['finalized', false])
  const { error } = await send(url, 'eth_getBalance', [ANY_ADDRESS, { blockHash: hash }])
  return error === undefined
}

const ANY_ADDRESS = `0x${'0'.repeat(40)}`

async function call<T>(url: string, method: string, params: unknown[]): Promise<T> {
  const { result, error } = await send<T>(url, method, params)
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

type RpcResponse<T> = { result: T; error?: { message: string } }

async function send<T>(url: string, method: string, params: unknown[]): Promise<RpcResponse<T>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(2000),
  })
  return (await response.json()) as RpcResponse<T>
}
