/**
 * packages/proof implements the client side of the contract without the generated bindings; these
 * tests check that the two agree.
 */

import { ANCHORED_TOPIC } from '@inkproof/proof/chain'
import {
  encodeAnchor,
  encodeHeadOf,
  encodeIsIncluded,
  LOG_ANCHOR_ADDRESS,
  headHash as proofHeadHash,
} from '@inkproof/proof/log-anchor'
import { decodeLogAnchorError } from '@inkproof/proof/log-anchor-error'
import { EMBEDDED_CHAIN_ID as proofEmbeddedChainId } from '@inkproof/proof/policy'
import { afterAll, expect, test } from '@jest/globals'
import { getBytes, hexlify, Interface } from 'ethers'
import { EMBEDDED_CHAIN_ID } from '../config.ts'
import { logAnchorAddress } from '../deploy.ts'
import { logAnchorAbi } from '../generated/log-anchor.ts'
import { anchorFirst } from '../testing/anchoring.ts'
import { connectTestChain, createOperator } from '../testing/chain.ts'
import { consistencyPath, headAt, headHash, inclusionPath } from '../testing/heads.ts'
import { numberedTree } from '../testing/reference-tree.ts'

const provider = connectTestChain()
const abi = new Interface(logAnchorAbi)
const tree = numberedTree()
const [old, next] = [headAt(tree, 5n), headAt(tree, 9n)]
const nodes = consistencyPath(tree, 5n, 9n)
afterAll(() => provider.destroy())

test('both packages define the same embedded chain', () => {
  expect(EMBEDDED_CHAIN_ID).toBe(proofEmbeddedChainId)
})

test('both packages define the same address', () => {
  expect(LOG_ANCHOR_ADDRESS.toLowerCase()).toBe(logAnchorAddress.toLowerCase())
})

test('both packages hash a head identically', () => {
  expect(hexlify(proofHeadHash(old.size, getBytes(old.root)))).toBe(headHash(old))
})

test('both packages encode each call identically', () => {
  const operator = logAnchorAddress
  const leaf = hexlify(tree(4n, 5n))
  const proof = inclusionPath(tree, 4n, 5n)
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

test('both packages use the same event topic', () => {
  const topic = typeof ANCHORED_TOPIC === 'string' ? ANCHORED_TOPIC : hexlify(ANCHORED_TOPIC)
  expect(topic).toBe(abi.getEvent('Anchored')?.topicHash)
})

test('the proof package explains every error of the contract with its values', () => {
  const errors = logAnchorAbi.filter(({ type }) => type === 'error')
  expect(errors).toHaveLength(8)
  for (const { name, inputs } of errors) {
    const values = inputs.map(({ type }, position) => sampleValue(type, position + 1))
    const decoded = decodeLogAnchorError(abi.encodeErrorResult(name, values))
    expect(decoded?.name).toBe(name)
    expect(Object.keys(decoded?.values ?? {})).toEqual(inputs.map((input) => input.name))
    expect(Object.values(decoded?.values ?? {}).map(BigInt)).toEqual(values.map(BigInt))
    expect(decoded?.sentence.message).toMatch(/\.$/)
  }
})

test("explains the chain's rejection of a forged record", async () => {
  const operator = await createOperator(provider)
  await anchorFirst(operator, old)
  const forged = numberedTree('forged')
  const data = encodeAnchor({
    oldSize: old.size,
    oldRoot: getBytes(old.root),
    newSize: 9n,
    newRoot: forged(0n, 9n),
    proof: consistencyPath(forged, 5n, 9n).map((node) => getBytes(node)),
  })
  const call = { from: operator.address, to: LOG_ANCHOR_ADDRESS, data }
  const error = await provider.call(call).catch(({ data }) => decodeLogAnchorError(data))
  expect(error).toMatchObject({
    name: 'LogInconsistentProof',
    values: { oldRoot: old.root, provedOldRoot: headAt(forged, 5n).root },
  })
})

/** Returns a sample value for an error's field, different from those of its other fields. */
function sampleValue(type: string, position: number): string {
  const bytes = { address: 20, bytes32: 32, uint64: 8, uint256: 32 }[type]
  if (!bytes) throw new Error(`no sample of ${type}`)
  return `0x${position.toString(16).padStart(bytes * 2, '0')}`
}
