import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from '@jest/globals'
import { getCreate2Address, keccak256, ZeroHash } from 'ethers'
import { logAnchorAddress } from '../deploy.ts'
import {
  logAnchorAbi,
  logAnchorCreationCode,
  logAnchorRuntimeCode,
} from '../generated/log-anchor.ts'
import { type BuiltFile, builtPath, renderBuiltFiles } from '../outputs.ts'

/** The compiler is 9 MB of JavaScript and WebAssembly, which takes a while to load. */
const COMPILE_TIMEOUT_MS = 120_000
let files: readonly BuiltFile[]
beforeAll(() => {
  files = renderBuiltFiles()
}, COMPILE_TIMEOUT_MS)

test('a fresh compile reproduces the committed bindings and deployment record, byte for byte', () => {
  expect(files.map(({ path }) => path)).toEqual([
    'generated/log-anchor.ts',
    'deployments/log-anchor.json',
  ])
  for (const file of files) expect(readFileSync(builtPath(file), 'utf8')).toBe(file.text)
})

test('the address follows only from the code, salt 0 and the well-known deployer', () => {
  const record = JSON.parse(files[1]?.text ?? '')
  expect(record).toMatchObject({
    address: getCreate2Address(
      '0x4e59b44847b379578588920cA78FbF26c0B4956C',
      ZeroHash,
      keccak256(logAnchorCreationCode),
    ),
    codeHash: keccak256(logAnchorRuntimeCode),
  })
  expect(logAnchorAddress).toBe(record.address)
})

test('the bytecode contains no information about the machine that compiled it', () => {
  // "ipfs", "bzzr" and "solc" are keys of the metadata that solc appends by default.
  for (const key of ['ipfs', 'bzzr', 'solc']) {
    expect(logAnchorRuntimeCode).not.toContain(Buffer.from(key).toString('hex'))
  }
})

test('the contract has exactly this interface, with no owner, upgrade or pause', () => {
  const signatures = logAnchorAbi.map(
    ({ type, name, inputs }) => `${type} ${name}(${inputs.map((input) => input.type).join(',')})`,
  )
  expect(signatures.sort()).toEqual([
    'error LogClosed(address,address)',
    'error LogInconsistentProof(bytes32,bytes32,bytes32,bytes32)',
    'error LogIndexOutOfRange(uint64,uint64)',
    'error LogNotNamedSuccessor(address,address,address)',
    'error LogProofLength(uint256,uint256)',
    'error LogSizeMustGrow(uint64,uint64)',
    'error LogStaleHead(address,bytes32,bytes32)',
    'error LogSuccessorNotEmpty(address,bytes32)',
    'event Anchored(address,uint64,bytes32)',
    'event HandedOver(address,address,uint64,bytes32)',
    'event SuccessorNamed(address,address)',
    'function anchor(uint64,bytes32,uint64,bytes32,bytes32[])',
    'function headOf(address)',
    'function isIncluded(address,uint64,bytes32,bytes32,uint64,bytes32[])',
    'function nameSuccessor(address)',
    'function successorOf(address)',
    'function takeOver(address,uint64,bytes32)',
  ])
})
