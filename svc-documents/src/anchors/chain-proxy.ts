/**
 * Forwards read-only calls about the record to the installation's node.
 *
 * Only a few methods are allowed, and their parameters are rebuilt from validated parts, so that
 * nothing unintended reaches the node: no state overrides, no other contract, no trace.
 */
import { to0x } from '@inkproof/proof/bytes'
import { ANCHORED_TOPIC } from '@inkproof/proof/chain'
import type { Rpc } from '@inkproof/proof/chain-rpc'
import { HANDED_OVER_TOPIC } from '@inkproof/proof/log-anchor'
import { CHAIN_METHODS, type ChainMethod } from '@inkproof/protocol/log'
import { AppError } from '@inkproof/service-kit/app-error'
import { z } from 'zod'
import { NodeError } from './node.ts'

const Word = z.string().regex(/^0x[0-9a-f]{64}$/i)
const Address = z.string().regex(/^0x[0-9a-f]{40}$/i)
const Height = z.string().regex(/^0x(0|[1-9a-f][0-9a-f]{0,15})$/i)
const Block = z.union([z.enum(['latest', 'safe', 'finalized', 'earliest']), Height])
/** A state identified by the hash of its block (EIP-1898). */
const State = z.union([Block, z.strictObject({ blockHash: Word })])
const AnchorTopic = z.enum([to0x(ANCHORED_TOPIC), HANDED_OVER_TOPIC])
/** A record can be handed over from one operator to the next; a monitor asks for the events of all of them. */
const MAX_OPERATORS = 65
/** The anchors and handovers of a record's operators in a range of blocks. */
const AnchorFilter = z.strictObject({
  address: Address,
  topics: z.tuple([
    z.union([AnchorTopic, z.array(AnchorTopic).min(1).max(2)]),
    z.union([Word, z.array(Word).min(1).max(MAX_OPERATORS)]),
  ]),
  fromBlock: Height,
  toBlock: Height,
})
/** Call data of at most 8,192 characters; an anchor call with 64 proof nodes is shorter. */
const CallData = z
  .string()
  .regex(/^0x([0-9a-f]{2})*$/i)
  .max(8_192)

/** Returns the method if it is allowed. @throws AppError CHAIN_METHOD_REFUSED */
export function parseChainMethod(name: string): ChainMethod {
  const method = CHAIN_METHODS.find((allowed) => allowed === name)
  if (method === undefined) throw new AppError('CHAIN_METHOD_REFUSED', { method: name })
  return method
}

/** Builds the parameters to forward from the validated ones. @throws AppError CHAIN_METHOD_REFUSED */
export function buildChainParams(
  method: ChainMethod,
  params: readonly unknown[],
  contract: string,
): unknown[] {
  const [first, second] = params
  switch (method) {
    case 'eth_chainId':
    case 'eth_blockNumber':
      return []
    case 'eth_getBlockByHash':
      return [check(Word, first), false]
    case 'eth_getBlockByNumber':
      return [check(Block, first), false]
    case 'eth_getTransactionReceipt':
      return [check(Word, first)]
    case 'eth_getCode':
      return [requireContract(check(Address, first), contract), check(Block, second ?? 'latest')]
    case 'eth_call':
      if (params.length > 2) throw rejection('state overrides are not allowed')
      return [buildCall(first, contract), check(State, second ?? 'latest')]
    case 'eth_getLogs': {
      const filter = check(AnchorFilter, first)
      return [{ ...filter, address: requireContract(filter.address, contract) }]
    }
  }
}

const Call = z.strictObject({
  to: Address,
  from: Address.optional(),
  data: CallData.optional(),
  input: CallData.optional(),
})

function buildCall(value: unknown, contract: string): unknown {
  const { to, from, data, input } = check(Call, value)
  const callData = data ?? input ?? '0x'
  if (data !== undefined && input !== undefined && data !== input)
    throw rejection('data and input differ')
  return { to: requireContract(to, contract), data: callData, ...(from && { from }) }
}

function requireContract(address: string, contract: string): string {
  if (address.toLowerCase() !== contract.toLowerCase())
    throw rejection('only the contract of the public record may be called')
  return contract
}

function check<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw rejection('a parameter is invalid for this method')
}

function rejection(reason: string): AppError {
  return new AppError('CHAIN_METHOD_REFUSED', { issues: [{ path: 'params', message: reason }] })
}

/** A JSON-RPC response: the node's result, or its error with the contract's revert data. */
export type ChainResponse =
  | { result: unknown }
  | { error: { code: number; message: string; data?: string } }

/** Returns the node's response to a call. @throws AppError UNAVAILABLE when the node does not respond */
export async function proxyChainRequest(
  rpc: Rpc,
  method: ChainMethod,
  params: readonly unknown[],
): Promise<ChainResponse> {
  try {
    return { result: await rpc(method, params) }
  } catch (cause) {
    if (!(cause instanceof NodeError)) throw new AppError('UNAVAILABLE', {}, { cause })
    const { data } = cause
    // Code 3 is an execution error. Only the contract's revert data is forwarded.
    if (data !== undefined) return { error: { code: 3, message: 'execution reverted', data } }
    return { error: { code: -32_000, message: 'the node rejected this call' } }
  }
}
