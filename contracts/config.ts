/** The environment of the deployment process, read once at startup. */
import { isHexString } from 'ethers'

/** The chain to deploy to, and the account that pays. */
export type Config = {
  readonly chainUrl: string
  readonly chainId: bigint
  /** Private key of the operator, which also pays for the deployment. */
  readonly anchorKey: string
}

/**
 * Chain ID of the installation's own chain, whose ether is worthless. packages/proof defines the same
 * number.
 */
export const EMBEDDED_CHAIN_ID = 31_337n

/**
 * Reads CHAIN_URL, CHAIN_ID and ANCHOR_KEY. Throws one error that names every invalid variable and
 * contains no values.
 */
export function readConfig(source: NodeJS.ProcessEnv): Config {
  const { CHAIN_URL = '', CHAIN_ID = String(EMBEDDED_CHAIN_ID), ANCHOR_KEY = '' } = source
  const faults = [
    ...(isHttpUrl(CHAIN_URL) ? [] : ['CHAIN_URL: expected an http or https URL']),
    ...(/^[1-9]\d{0,15}$/.test(CHAIN_ID) ? [] : ['CHAIN_ID: expected a positive whole number']),
    ...(isPrivateKey(ANCHOR_KEY)
      ? []
      : ['ANCHOR_KEY: expected a private key, 0x and 64 hex digits']),
  ]
  if (faults.length > 0) throw new Error(`The contract cannot be deployed: ${faults.join('; ')}.`)
  return { chainUrl: CHAIN_URL, chainId: BigInt(CHAIN_ID), anchorKey: ANCHOR_KEY }
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Valid secp256k1 private keys are 1 to the curve order minus 1. */
function isPrivateKey(text: string): boolean {
  const number = isHexString(text, 32) ? BigInt(text) : 0n
  return number > 0n && number < CURVE_ORDER
}

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
