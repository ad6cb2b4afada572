/** Path of the published policy, relative to the log's prefix: what a reader needs to know to trust this log. */
export const POLICY_PATH = 'policy.json'
