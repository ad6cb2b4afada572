/**
 * Measures the gas of our anchors and of the peers' approaches by sending transactions to a
 * separate chain.
 */

import { waitUntilMined } from '@inkproof/contracts/mined'
import { type GasFigures, measureGas } from '@inkproof/contracts/testing/gas-measure'
import { type SeparateChain, startSeparateChain } from '@inkproof/contracts/testing/separate-chain'
import {
  concat,
  hexlify,
  Interface,
  type JsonRpcProvider,
  randomBytes,
  toQuantity,
  Wallet,
} from 'ethers'
import type { Context } from '../row.ts'
import { downloadCreationCode, type NpmContract } from './npm-contract.ts'
import { compileUncheckedContracts } from './unchecked-contracts.ts'

export type Gas = {
  ours: GasFigures
  /** Gas of a whole transaction that records one root, for any number of documents. */
  storedRoot: number
  emittedRoot: number
  callData: number
  easOneRoot: number
  /** Gas per document, with a thousand documents in one transaction. */
  easDocument: number
  openAttestationDocument: number
}

const DOCUMENTS = 1000
/** Raises the gas limit, because the peers' transactions with 1000 documents exceed today's limit per transaction. */
const PEER_CHAIN_ARGS = ['--hardfork', 'prague', '--gas-limit', '60000000']
const GAS_LIMIT = toQuantity(55_000_000)

const EAS_PACKAGE = {
  package: '@ethereum-attestation-service/eas-contracts@1.9.0',
  sha512:
    'L60y1fgKlY3a45xxnPlgRbiGQY8RF/lF+AzF1iVoR7/aEzitS0Nuyyjq8+IXs1sSSU0dl2+yGSmELxVeB6FelA==',
}
const FACTORIES = 'dist/typechain-types/factories/contracts'
const EAS: NpmContract = { ...EAS_PACKAGE, file: `${FACTORIES}/EAS__factory.js` }
const SCHEMA_REGISTRY: NpmContract = {
  ...EAS_PACKAGE,
  file: `${FACTORIES}/SchemaRegistry__factory.js`,
}
const DOCUMENT_STORE: NpmContract = {
  package: '@govtechsg/document-store@3.0.0',
  sha512:
    'RW13l0pCaxfWWuBjKR3he7ddMzz21I6Oh4R9uBN63/IrPq9yummFaEOKQw42izh01ybnoFng88D9uePwarLyhg==',
  file: 'dist/contracts/factories/contracts/DocumentStore__factory.js',
}

const abi = new Interface([
  'constructor(address registry)',
  'function multiTimestamp(bytes32[] data) returns (uint64)',
  'function timestamp(bytes32 data) returns (uint64)',
  'function bulkIssue(bytes32[] documents)',
  'function store(uint256 batch, bytes32 root)',
  'function emitRoot(uint64 size, bytes32 root)',
])
const documentStore = new Interface(['constructor(string name, address owner)'])

let measured: Promise<Gas> | undefined

/** Measures once, for all rows that use it. */
export function measureGasOnce(context: Context): Promise<Gas> {
  measured ??= measureAll(context)
  return measured
}

async function measureAll({ folder }: Context): Promise<Gas> {
  const ours = await withChain([], ({ provider }) => measureGas(provider))
  return {
    ours,
    ...(await withChain(PEER_CHAIN_ARGS, ({ provider }) => measurePeers(provider, folder))),
  }
}

async function withChain<T>(
  args: string[],
  work: (chain: SeparateChain) => Promise<T>,
): Promise<T> {
  const chain = await startSeparateChain({ args })
  try {
    return await work(chain)
  } finally {
    await chain.stop()
  }
}

async function measurePeers(provider: JsonRpcProvider, folder: string) {
  const sender = await createFundedSender(provider)
  const send = (to: string | undefined, data: string) => sendTransaction(provider, sender, to, data)
  const call = async (to: string, name: string, values: unknown[]) =>
    (await send(to, abi.encodeFunctionData(name, values))).gas
  const unchecked = compileUncheckedContracts()
  const stored = (await send(undefined, unchecked.StoredRoot)).created
  const emitted = (await send(undefined, unchecked.EmittedRoot)).created
  const registry = (await send(undefined, downloadCreationCode(folder, SCHEMA_REGISTRY))).created
  const easCode = concat([downloadCreationCode(folder, EAS), abi.encodeDeploy([registry])])
  const eas = (await send(undefined, easCode)).created
  const constructorArguments = documentStore.encodeDeploy(['Documents', sender])
  const store = (
    await send(
      undefined,
      concat([downloadCreationCode(folder, DOCUMENT_STORE), constructorArguments]),
    )
  ).created
  return {
    storedRoot: await call(stored, 'store', [1, randomHash()]),
    emittedRoot: await call(emitted, 'emitRoot', [300_000, randomHash()]),
    callData: (await send(sender, randomHash())).gas,
    easOneRoot: await call(eas, 'timestamp', [randomHash()]),
    easDocument: (await call(eas, 'multiTimestamp', [randomHashes()])) / DOCUMENTS,
    openAttestationDocument: (await call(store, 'bulkIssue', [randomHashes()])) / DOCUMENTS,
  }
}

async function createFundedSender(provider: JsonRpcProvider): Promise<string> {
  const { address } = Wallet.createRandom()
  await provider.send('anvil_setBalance', [address, toQuantity(10n ** 20n)])
  await provider.send('anvil_impersonateAccount', [address])
  return address
}

async function sendTransaction(
  provider: JsonRpcProvider,
  from: string,
  to: string | undefined,
  data: string,
): Promise<{ gas: number; created: string }> {
  const transaction = { from, data, gas: GAS_LIMIT, ...(to && { to }) }
  const receipt = await waitUntilMined(
    provider,
    await provider.send('eth_sendTransaction', [transaction]),
  )
  if (receipt.status !== 1) throw new Error('a peer’s transaction reverted')
  return { gas: Number(receipt.gasUsed), created: receipt.contractAddress ?? '' }
}

function randomHashes(): string[] {
  return Array.from({ length: DOCUMENTS }, randomHash)
}

function randomHash(): string {
  return hexlify(randomBytes(32))
}
