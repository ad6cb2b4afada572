import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { AbiCoder, Interface, id, keccak256 } from 'ethers'
import { to0x } from './bytes.ts'
import { ANCHORED_TOPIC } from './chain.ts'
import {
  encodeAnchor,
  encodeHeadOf,
  encodeIsIncluded,
  headHash,
  LOG_ANCHOR_ADDRESS,
} from './log-anchor.ts'
import { decodeLogAnchorError } from './log-anchor-error.ts'
import { formatEnglish } from './sentence.ts'

const CONTRACTS = join(import.meta.dirname, '../../../contracts')
const SOURCE = readFileSync(join(CONTRACTS, 'src/ILogAnchor.sol'), 'utf8')

/** The interface as declared in the contract's source, parsed by ethers. */
const abi = new Interface(
  [...SOURCE.matchAll(/^ {4}((?:event|error|function)[^;]*);/gm)].map(([, text = '']) =>
    text.replace(/\s+/g, ' '),
  ),
)

const operator = '0x00000000000000000000000000000000000000aa'
const root = new Uint8Array(32).fill(3)
const newRoot = new Uint8Array(32).fill(4)
const node = new Uint8Array(32).fill(5)

test('the address matches the deployment file', () => {
  const file = join(CONTRACTS, 'deployments', 'log-anchor.json')
  const { address } = JSON.parse(readFileSync(file, 'utf8')) as { address: string }
  expect(LOG_ANCHOR_ADDRESS).toBe(address.toLowerCase())
})

test('encodes calls like ethers with the ABI of the contract source', () => {
  const args = {
    oldSize: 1n,
    oldRoot: root,
    newSize: 2n ** 63n,
    newRoot,
    proof: [node, root],
  }
  expect(encodeAnchor(args)).toBe(
    abi.encodeFunctionData('anchor', [1n, root, 2n ** 63n, newRoot, [node, root]]),
  )
  expect(encodeAnchor({ ...args, proof: [] })).toBe(
    abi.encodeFunctionData('anchor', [1n, root, 2n ** 63n, newRoot, []]),
  )
  expect(encodeHeadOf(operator)).toBe(abi.encodeFunctionData('headOf', [operator]))
  expect(encodeIsIncluded(operator, { size: 9n, root }, { hash: node, index: 3n }, [newRoot])).toBe(
    abi.encodeFunctionData('isIncluded', [operator, 9n, root, node, 3n, [newRoot]]),
  )
})

test('hashes a head as the contract does', () => {
  const encoded = AbiCoder.defaultAbiCoder().encode(['uint64', 'bytes32'], [300_007n, root])
  expect(to0x(headHash(300_007n, root))).toBe(keccak256(encoded))
})

test('the event topic matches the contract source', () => {
  expect(to0x(ANCHORED_TOPIC)).toBe(id('Anchored(address,uint64,bytes32)'))
  expect(to0x(ANCHORED_TOPIC)).toBe(abi.getEvent('Anchored')?.topicHash)
})

const errors = abi.fragments.filter((fragment) => fragment.type === 'error')

test('the contract source declares errors', () => expect(errors.length).toBeGreaterThanOrEqual(8))

test.each(errors.map((fragment) => [(fragment as unknown as { name: string }).name]))(
  'explains the contract error %s with its values',
  (name) => {
    const inputs = abi.getError(name)?.inputs ?? []
    const values = inputs.map(({ type }, i) =>
      type === 'address' ? operator : type === 'bytes32' ? to0x(root) : BigInt(i + 7),
    )
    const decoded = decodeLogAnchorError(abi.encodeErrorResult(name, values))
    expect(decoded?.name).toBe(name)
    expect(decoded?.values).toEqual(
      Object.fromEntries(inputs.map((input, i) => [input.name, String(values[i])])),
    )
    const sentence = decoded ? formatEnglish(decoded.sentence) : ''
    expect(sentence).toMatch(/^(The|There|0x).*\.$/)
    expect(sentence).not.toMatch(/undefined|[{}]/)
  },
)

test.each([['0x'], ['0x08c379a0'], ['0x12345678']])(
  "%s is not one of the contract's errors",
  (data) => {
    expect(decodeLogAnchorError(data)).toBeUndefined()
  },
)

test('throws for truncated error values', () => {
  const complete = abi.encodeErrorResult('LogSizeMustGrow', [5, 3])
  expect(() => decodeLogAnchorError(complete.slice(0, -64))).toThrow(
    expect.objectContaining({ code: 'BAD_ABI' }),
  )
})
