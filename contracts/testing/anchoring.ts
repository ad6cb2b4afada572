/** Shared steps of the tests that anchor logs. */
import type { TransactionReceipt } from 'ethers'
import { waitUntilMined } from '../mined.ts'
import type { Operator } from './chain.ts'
import { EMPTY, type Head } from './heads.ts'

/** Anchors and waits for the block. */
export async function anchor(
  { log, provider }: Operator,
  from: Head,
  to: Head,
  proof: readonly string[],
): Promise<TransactionReceipt> {
  const transaction = await log.anchor(from.size, from.root, to.size, to.root, [...proof])
  return waitUntilMined(provider, transaction.hash)
}

/** Sends the first anchor of a log. */
export function anchorFirst(operator: Operator, head: Head): Promise<TransactionReceipt> {
  return anchor(operator, EMPTY, head, [])
}

/** Simulates an anchor on the chain without sending it. */
export function simulateAnchor(
  { log }: Operator,
  from: Head,
  to: Head,
  proof: readonly string[],
): Promise<void> {
  return log.anchor.staticCall(from.size, from.root, to.size, to.root, [...proof])
}
