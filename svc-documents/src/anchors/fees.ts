/** Determines the fees of a transaction (EIP-1559) within the cap. */
import { AnchoringPaused } from './anchoring-paused.ts'

export type Fees = { maxFeeWei: bigint; priorityFeeWei: bigint }

const GWEI = 1_000_000_000n
const PRIORITY_FEE_WEI = GWEI

/**
 * Offers twice the current base fee, so that the next blocks cannot price the transaction out, and
 * never more than the cap.
 *
 * @param replaced fees of the transaction to replace; nodes require both new fees to be at least a tenth higher
 * @throws AnchoringPaused fee-above-cap
 */
export function calculateFees(baseFeeWei: bigint, capGwei: number, replaced?: Fees): Fees {
  const capWei = BigInt(Math.round(capGwei * 1e9))
  const priorityFeeWei = larger(PRIORITY_FEE_WEI, increaseByEighth(replaced?.priorityFeeWei))
  const minWei = larger(baseFeeWei + priorityFeeWei, increaseByEighth(replaced?.maxFeeWei))
  if (minWei > capWei) {
    const neededGwei = Number(minWei / 10_000_000n) / 100
    throw new AnchoringPaused(
      'fee-above-cap',
      `anchoring needs ${neededGwei} gwei per gas, above the cap of ${capGwei}`,
    )
  }
  const offerWei = larger(2n * baseFeeWei + priorityFeeWei, minWei)
  return { maxFeeWei: offerWei < capWei ? offerWei : capWei, priorityFeeWei }
}

/** Returns the amount increased by an eighth, rounded up; 0 for undefined. */
function increaseByEighth(amountWei: bigint | undefined): bigint {
  return amountWei === undefined ? 0n : (amountWei * 9n + 7n) / 8n
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
