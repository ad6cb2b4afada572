import { afterAll, expect, test } from '@jest/globals'
import { hexlify, ZeroHash } from 'ethers'
import { anchorFirst, simulateAnchor } from '../testing/anchoring.ts'
import { connectTestChain, createOperator, expectCustomError } from '../testing/chain.ts'
import { consistencyPath, EMPTY, headAt } from '../testing/heads.ts'
import { numberedTree } from '../testing/reference-tree.ts'

const provider = connectTestChain()
const tree = numberedTree()
afterAll(() => provider.destroy())

/** Creates an operator whose log has `size` entries; 0 for one that never anchored. */
async function setup({ size = 5n }: { size?: bigint } = {}) {
  const operator = await createOperator(provider)
  const head = size === 0n ? EMPTY : headAt(tree, size)
  if (size > 0n) await anchorFirst(operator, head)
  return { operator, head }
}

test.each([
  ['no nodes', 5n, 9n, () => []],
  ['no nodes for a full old tree', 4n, 9n, () => []],
  ['no nodes for an old tree of one entry', 1n, 2n, () => []],
  ['a missing last node', 5n, 9n, (proof: string[]) => proof.slice(0, -1)],
  ['a missing first node', 5n, 9n, (proof: string[]) => proof.slice(1)],
  ['an extra node at the end', 5n, 9n, (proof: string[]) => [...proof, ZeroHash]],
  ['an extra node at the front', 5n, 9n, (proof: string[]) => [ZeroHash, ...proof]],
  [
    'the old root prepended for a full old tree',
    4n,
    9n,
    (proof: string[]) => [headAt(tree, 4n).root, ...proof],
  ],
  ['300 extra nodes', 5n, 9n, (proof: string[]) => [...proof, ...Array(300).fill(ZeroHash)]],
] as const)(
  'refuses a proof with %s and reports the required length',
  async (_, from, to, change) => {
    const { operator, head } = await setup({ size: from })
    const proof = consistencyPath(tree, from, to)
    const changed = change(proof)
    const error = await expectCustomError(simulateAnchor(operator, head, headAt(tree, to), changed))
    expect(error).toEqual({
      name: 'LogProofLength',
      values: [BigInt(changed.length), BigInt(proof.length)],
    })
  },
)

test('refuses nodes in a different order', async () => {
  const { operator, head } = await setup()
  const reversed = consistencyPath(tree, 5n, 9n).reverse()
  const error = await expectCustomError(simulateAnchor(operator, head, headAt(tree, 9n), reversed))
  expect(error.name).toBe('LogInconsistentProof')
})

test('refuses call data with a size beyond 64 bits', async () => {
  const { operator } = await setup({ size: 0n })
  const data = operator.log.interface.encodeFunctionData('anchor', [0, ZeroHash, 1, ZeroHash, []])
  const tooLarge = `${data.slice(0, 10 + 2 * 64 + 46)}01${data.slice(10 + 2 * 64 + 48)}`
  expect(BigInt(`0x${tooLarge.slice(10 + 128, 10 + 192)}`)).toBe(2n ** 64n + 1n)
  const call = { from: operator.address, to: await operator.log.getAddress(), data: tooLarge }
  await expect(provider.call(call)).rejects.toMatchObject({ code: 'CALL_EXCEPTION' })
})

test('accepts no ether', async () => {
  const { operator, head } = await setup()
  const to = headAt(tree, 9n)
  const data = operator.log.interface.encodeFunctionData('anchor', [
    head.size,
    head.root,
    to.size,
    to.root,
    consistencyPath(tree, 5n, 9n),
  ])
  const call = { from: operator.address, to: await operator.log.getAddress(), data }
  await expect(provider.call({ ...call, value: 1n })).rejects.toMatchObject({
    code: 'CALL_EXCEPTION',
  })
  expect(await provider.call(call)).toBe(hexlify(new Uint8Array()))
})
