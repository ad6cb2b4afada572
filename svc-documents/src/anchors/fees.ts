/** Determines the fees of a transaction (EIP-1559) within the cap. */
import { AnchoringWaits } from './anchoring-waits.ts'

export type Fees = { maxFeeWei: bigint; priorityFeeWei: bigint }

const GWEI = 1_000_000_000n
const PRIORITY_FEE_WEI = GWEI

/**
 * Offers twice the current base fee, so that the next blocks cannot price the transaction out, and
 * never more than the cap.
 *
 * @param replaced the fees of the transaction to be replaced: nodes require at least a tenth more
 * of
 *   both amounts
 * @throws AnchoringWaits fee-above-cap
 */
export function feesFor(baseFeeWei: bigint, capGwei: number, replaced?: Fees): Fees {
  const capWei = BigInt(Math.round(capGwei * 1e9))
  const priorityFeeWei = larger(PRIORITY_FEE_WEI, raised(replaced?.priorityFeeWei))
  const least = larger(baseFeeWei + priorityFeeWei, raised(replaced?.maxFeeWei))
  if (least > capWei) {
    const needed = Number(least / 10_000_000n) / 100
    throw new AnchoringWaits(
      'fee-above-cap',
      `an anchor would cost ${needed} gwei a gas, the cap is ${capGwei}`,
    )
  }
  const wanted = larger(2n * baseFeeWei + priorityFeeWei, least)
  return { maxFeeWei: wanted < capWei ? wanted : capWei, priorityFeeWei }
}

/** An eighth more, rounded up. */
function raised(amountWei: bigint | undefined): bigint {
  return amountWei === undefined ? 0n : (amountWei * 9n + 7n) / 8n
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
