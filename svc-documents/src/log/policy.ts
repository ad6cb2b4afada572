/** The published policy: what a reader needs to know to trust this log. */
import { utf8 } from '@inkproof/proof/bytes'
import { formatPolicy, type PolicyJson } from '@inkproof/proof/policy'

/** Path of the policy, relative to the log's prefix. */
export const POLICY_PATH = 'policy.json'

/** Returns the policy's file: its path and bytes. */
export function policyFile(policy: PolicyJson): Map<string, Uint8Array> {
  return new Map([[POLICY_PATH, utf8(formatPolicy(policy))]])
}
