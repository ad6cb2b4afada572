/** The browser's side of the contract is written by hand in packages/proof; here the two must agree. */

import { ANCHORED_TOPIC } from '@inkproof/proof/chain'
import {
  decodeLogAnchorError,
  encodeAnchor,
  encodeHeadOf,
  encodeIsIncluded,
  headHash as headHashOfProof,
  LOG_ANCHOR_ADDRESS,
} from '@inkproof/proof/log-anchor'
import { EMBEDDED_CHAIN_ID as embeddedOfProof } from '@inkproof/proof/policy'
import { afterAll, expect, test } from '@jest/globals'
import { getBytes, hexlify, Interface } from 'ethers'
import { EMBEDDED_CHAIN_ID } from '../config.ts'
import { logAnchorAddress } from '../deploy.ts'
import { logAnchorAbi } from '../generated/log-anchor.ts'
import { anchorFirst } from '../testing/anchoring.ts'
import { freshOperator, testChain } from '../testing/chain.ts'
import { growth, headAt, headHash, path } from '../testing/heads.ts'
import { numberedTree } from '../testing/reference-tree.ts'

const provider = testChain()
const abi = new Interface(logAnchorAbi)
const tree = numberedTree()
const [old, next] = [headAt(tree, 5n), headAt(tree, 9n)]
const nodes = growth(tree, 5n, 9n)
afterAll(() => provider.destroy())

test('both name one embedded chain', () => {
  expect(EMBEDDED_CHAIN_ID).toBe(embeddedOfProof)
})

test('both name one address', () => {
  expect(LOG_ANCHOR_ADDRESS.toLowerCase()).toBe(logAnchorAddress.toLowerCase())
})

test('both hash a head alike', () => {
  expect(hexlify(headHashOfProof(old.size, getBytes(old.root)))).toBe(headHash(old))
})

test('both encode each call alike', () => {
  const operator = logAnchorAddress
  const leaf = hexlify(tree(4n, 5n))
  const proof = path(tree, 4n, 5n)
  expect([
    encodeAnchor({
      oldSize: old.size,
      oldRoot: getBytes(old.root),
      newSize: next.size,
      newRoot: getBytes(next.root),
      proof: nodes.map((node) => getBytes(node)),
    }),
    encodeHeadOf(operator),
    encodeIsIncluded(
      operator,
      { size: old.size, root: getBytes(old.root) },
      { hash: getBytes(leaf), index: 4n },
      proof.map((node) => getBytes(node)),
    ),
  ]).toEqual([
    abi.encodeFunctionData('anchor', [old.size, old.root, next.size, next.root, nodes]),
    abi.encodeFunctionData('headOf', [operator]),
    abi.encodeFunctionData('isIncluded', [operator, old.size, old.root, leaf, 4n, proof]),
  ])
})

test('both know the event by one topic', () => {
  const topic = typeof ANCHORED_TOPIC === 'string' ? ANCHORED_TOPIC : hexlify(ANCHORED_TOPIC)
  expect(topic).toBe(abi.getEvent('Anchored')?.topicHash)
})

test('the proof package says every refusal of the contract in words, with its values', () => {
  const errors = logAnchorAbi.filter(({ type }) => type === 'error')
  expect(errors).toHaveLength(8)
  for (const { name, inputs } of errors) {
    const values = inputs.map(({ type }, place) => sampleOf(type, place + 1))
    const said = decodeLogAnchorError(abi.encodeErrorResult(name, values))
    expect(said?.name).toBe(name)
    expect(Object.keys(said?.values ?? {})).toEqual(inputs.map((input) => input.name))
    expect(Object.values(said?.values ?? {}).map(BigInt)).toEqual(values.map(BigInt))
    expect(said?.sentence).toMatch(/\.$/)
  }
})

test('a forged record is refused on the chain in words', async () => {
  const operator = await freshOperator(provider)
  await anchorFirst(operator, old)
  const forged = numberedTree('forged')
  const data = encodeAnchor({
    oldSize: old.size,
    oldRoot: getBytes(old.root),
    newSize: 9n,
    newRoot: forged(0n, 9n),
    proof: growth(forged, 5n, 9n).map((node) => getBytes(node)),
  })
  const call = { from: operator.address, to: LOG_ANCHOR_ADDRESS, data }
  const refusal = await provider.call(call).catch(({ data }) => decodeLogAnchorError(data))
  expect(refusal).toMatchObject({
    name: 'LogInconsistentProof',
    values: { oldRoot: old.root, provedOldRoot: headAt(forged, 5n).root },
  })
})

/** A value of an error's field that no other field of it has. */
function sampleOf(type: string, place: number): string {
  const bytes = { address: 20, bytes32: 32, uint64: 8, uint256: 32 }[type]
  if (!bytes) throw new Error(`no sample of ${type}`)
  return `0x${place.toString(16).padStart(bytes * 2, '0')}`
}
