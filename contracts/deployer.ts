/**
 * The deployer that stands at one address on every chain, because one signed transaction made it
 * everywhere (https://github.com/Arachnid/deterministic-deployment-proxy). Call data is a salt and
 * creation code; the address of what it creates follows from these two alone.
 */

/** Where the deployer stands. */
export const DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** Whose first transaction creates the deployer; nobody holds this account's key. */
export const DEPLOYER_CREATOR = '0x3fAB184622Dc19b6109349B94811493BF2a45362'

/** What that transaction costs at most: 100,000 gas at 100 gwei. */
export const DEPLOYER_COST_WEI = 10_000_000_000_000_000n

/** The transaction, signed for any chain (so without EIP-155); its signature was chosen, not made. */
export const DEPLOYER_TRANSACTION =
  '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222'

/** The deployer's code, to know it from something else at its address. */
export const DEPLOYER_CODE =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'

/** LogAnchor is deployed once a chain, so there is nothing to tell apart. */
export const SALT = `0x${'00'.repeat(32)}`
