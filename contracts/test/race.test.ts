import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { parseEther, toQuantity, Wallet } from 'ethers'
import { ensureDeployed, logAnchorAddress } from '../deploy.ts'
import { connectLogAnchor } from '../generated/log-anchor.ts'
import { waitUntilMined } from '../mined.ts'
import { consistencyPath, EMPTY, type Head, headAt, headHash } from '../testing/heads.ts'
import { numberedTree } from '../testing/reference-tree.ts'
import { type SeparateChain, startSeparateChain } from '../testing/separate-chain.ts'

const tree = numberedTree()
let chain: SeparateChain
beforeAll(async () => {
  chain = await startSeparateChain()
})
afterAll(() => chain.stop())

/** Creates an operator with an anchored log, on a chain that mines only on request from then on. */
async function setup() {
  const wallet = Wallet.createRandom(chain.provider)
  await chain.provider.send('anvil_setBalance', [wallet.address, toQuantity(parseEther('10'))])
  await ensureDeployed(chain.provider, wallet)
  const log = connectLogAnchor(logAnchorAddress, wallet)
  const head = headAt(tree, 5n)
  const first = await log.anchor(EMPTY.size, EMPTY.root, head.size, head.root, [])
  await waitUntilMined(chain.provider, first.hash)
  await chain.provider.send('evm_setAutomine', [false])
  return { wallet, log, head, nonce: await wallet.getNonce() }
}

test('accepts only the first of two anchors from the same head in one block', async () => {
  const { log, head, wallet, nonce } = await setup()
  const send = (to: Head, offset: number) =>
    log.anchor(head.size, head.root, to.size, to.root, consistencyPath(tree, head.size, to.size), {
      nonce: nonce + offset,
      gasLimit: 200_000,
    })
  const [first, second] = [headAt(tree, 7n), headAt(tree, 8n)]
  const transactions = [await send(first, 0), await send(second, 1)]
  await chain.provider.send('evm_mine', [])

  const receipts = await Promise.all(
    transactions.map(({ hash }) => chain.provider.getTransactionReceipt(hash)),
  )
  expect(receipts.map((receipt) => receipt?.status)).toEqual([1, 0])
  expect(new Set(receipts.map((receipt) => receipt?.blockNumber)).size).toBe(1)
  expect(await log.headOf(wallet.address)).toBe(headHash(first))
})
