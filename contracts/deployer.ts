/**
 * The deterministic deployer: one presigned transaction creates it at the same address on every
 * chain (https://github.com/Arachnid/deterministic-deployment-proxy). Its call data consists of a salt
 * and creation code, which alone determine the address of the created contract.
 */

/** Address of the deployer. */
export const DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/**
 * The account whose first transaction creates the deployer; its private key is unknown to everyone.
 */
export const DEPLOYER_CREATOR = '0x3fAB184622Dc19b6109349B94811493BF2a45362'

/** The maximum cost of the transaction that creates the deployer: 100,000 gas at 100 gwei. */
export const DEPLOYER_COST_WEI = 10_000_000_000_000_000n

/**
 * The presigned transaction, valid on any chain (no EIP-155); its signature was chosen, not
 * computed from a key.
 */
export const DEPLOYER_TRANSACTION =
  '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222'

/** The deployer's code, to distinguish it from other code at its address. */
export const DEPLOYER_CODE =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'

/** LogAnchor is deployed once per chain, so no salt is needed. */
export const SALT = `0x${'00'.repeat(32)}`
