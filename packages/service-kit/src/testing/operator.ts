/** A token for services started by tests. */
export const MONITORING_TOKEN = 'a test token of an operator'

/** Request options with which the operator reads metrics and the details of the health. */
export const AS_OPERATOR = { headers: { authorization: `Bearer ${MONITORING_TOKEN}` } }
