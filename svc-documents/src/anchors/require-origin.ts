/** Compares the name of the log with the chain, the contract and the operator that it commits to. */
import { from0x } from '@inkproof/proof/bytes'
import { computeOrigin, isComputedOrigin } from '@inkproof/proof/origin'

/** Where a log is anchored. Addresses are 0x hex; `operator` is the first one, if the log was handed over since. */
export type OriginTarget = { chainId: number; contract: string; operator: string }

/**
 * Requires that the origin of a log commits to this chain, contract and first operator. Origins of earlier releases
 * commit to nothing and are accepted.
 *
 * @throws Error that explains what to do
 */
export function requireOrigin(origin: string, { chainId, contract, operator }: OriginTarget): void {
  if (!isComputedOrigin(origin)) return
  const target = {
    chainId: BigInt(chainId),
    contract: from0x(contract),
    operator: from0x(operator),
  }
  if (computeOrigin(target) === origin) return
  throw new Error(
    `svc-documents log cannot start: the record ${origin} was created for another chain, contract or account than ` +
      `CHAIN_ID ${chainId}, LOG_ANCHOR ${contract} and the account ${operator} of ANCHOR_KEY. Restore these settings. ` +
      'A record cannot move to another chain or contract: for that, start a new installation with other data. ' +
      'If the account was changed with takeOver, set FIRST_OPERATOR to the address of the first one.',
  )
}
